import { useEffect, useRef, useState } from 'react';
import type { LinkResponse } from '#core/contracts/login-link.ts';
import type { SessionUser } from '#core/contracts/user.ts';
import { beginLink, readLinkState } from '../../api/account-endpoints.ts';
import type { ApiError } from '../../api/client.ts';
import { sessionAtom } from '../../state/auth.ts';
import { awaitConfirmation, keepLink, keptLink, pauseWhileSeen } from '../../state/login-link.ts';
import { useAtomValue } from '../../store.ts';

export type LinkProgress =
  | { readonly state: 'beginning' }
  /** `trouble` is why the server cannot be asked at the moment. */
  | { readonly state: 'waiting'; readonly link: LinkResponse; readonly trouble: ApiError | null }
  | { readonly state: 'over' }
  | { readonly state: 'failed'; readonly error: unknown };

type Show = (progress: LinkProgress) => void;

/** A log-in that the chat with the bot confirms, from its beginning on; `again` begins or asks once more. */
export function useLoginLink(onConfirmed: (user: SessionUser) => Promise<void>) {
  const [progress, setProgress] = useState<LinkProgress>({ state: 'beginning' });
  const [round, setRound] = useState(0);
  const { refetch } = useAtomValue(sessionAtom);
  const confirmed = useRef(onConfirmed);
  confirmed.current = onConfirmed;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      // The answer that it is confirmed comes once, and may have got lost on the way; the session is there even so.
      const user = (await awaitUser(setProgress, signal)) ?? (await refetch()).data;
      if (signal.aborted) return;
      if (user) await confirmed.current(user);
      else setProgress({ state: 'over' });
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) setProgress({ state: 'failed', error });
    });
    return () => controller.abort();
  }, [round]);
  return { progress, again: () => setRound(round + 1) };
}

async function awaitUser(show: Show, signal: AbortSignal): Promise<SessionUser | null> {
  const link = keptLink(Date.now()) ?? (await begin(show, signal));
  const showTrouble = (trouble: ApiError | null) => show({ state: 'waiting', link, trouble });
  showTrouble(null);
  const user = await awaitConfirmation(
    link.id,
    {
      readState: readLinkState,
      pause: (ms, ended) => pauseWhileSeen(document, ms, ended),
      onTrouble: showTrouble,
    },
    signal,
  );
  keepLink(null);
  return user;
}

async function begin(show: Show, signal: AbortSignal): Promise<LinkResponse> {
  show({ state: 'beginning' });
  const link = await beginLink(signal);
  keepLink(link);
  return link;
}
