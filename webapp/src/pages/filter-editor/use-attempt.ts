import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { feelRefusal, feelSuccess } from '../../telegram/native.ts';
import type { UnsavedChanges } from './stored-draft.ts';
import type { ServerFault } from './use-faults.ts';

/** Where all ways out of the editor lead. */
export const FILTERS_PATH = '/filters';
const STAY_MS = 500;

/** It worked; the page says so for a moment and leads back to the list. */
export interface Done {
  readonly kind: 'done';
  readonly text: string;
  /** What the server has to say about it; the list goes on telling it, as the page leads away soon. */
  readonly notice: string | null;
}

export type Progress = Done | { readonly kind: 'editing' | 'saving' | 'deleting' };

/** Why the last try failed. */
export interface Failure {
  readonly text: string;
  readonly fault?: ServerFault;
}

interface Attempt {
  readonly kind: 'saving' | 'deleting';
  readonly act: () => Promise<Done>;
  /** Null where it is told in another way. */
  readonly explain: (error: unknown) => Failure | null;
}

/** What a page says of itself to the one that it leads to, under `state` of the address. */
export interface ArrivalState {
  readonly done?: Done;
  /** What a new filter begins with. */
  readonly draft?: UnsavedChanges;
}

/** @param notice what the server has to say about it, if anything. */
export function doneWith(text: string, notice: string | null = null): Done {
  return { kind: 'done', text: notice ?? text, notice };
}

/** Does what was asked for: once, however often it is tapped, and again after it failed. */
export function useAttempt() {
  const [progress, setProgress] = useProgress();
  const [failure, setFailure] = useState<Failure | null>(null);
  // The state is known to the next picture only, and a second tap may come before it.
  const isTaken = useRef(false);
  const attempt = async ({ kind, act, explain }: Attempt) => {
    if (isTaken.current || progress.kind !== 'editing') return;
    isTaken.current = true;
    setFailure(null);
    setProgress({ kind });
    try {
      setProgress(await act());
      feelSuccess();
    } catch (error) {
      setProgress({ kind: 'editing' });
      feelRefusal();
      setFailure(explain(error));
    }
    isTaken.current = false;
  };
  return { progress, failure, attempt };
}

function useProgress() {
  const navigate = useNavigate();
  const { done } = (useLocation().state ?? {}) as ArrivalState;
  const [progress, setProgress] = useState<Progress>({ kind: 'editing' });
  useEffect(() => {
    // Not before the live region is there, or nobody would hear it.
    if (done) setProgress(done);
  }, [done]);
  useEffect(() => {
    if (progress.kind !== 'done') return undefined;
    const { notice } = progress;
    const goBack = () => void navigate(FILTERS_PATH, { replace: true, state: notice === null ? null : { notice } });
    const timer = setTimeout(goBack, STAY_MS);
    return () => clearTimeout(timer);
  }, [progress, navigate]);
  return [progress, setProgress] as const;
}
