import { useCallback, useRef, useState } from 'react';
import { feelRefusal, feelSuccess } from '../telegram/native.ts';
import { useIsShown } from './use-is-shown.ts';

interface Submission {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** Why the last try failed; null while there is nothing to say. */
  readonly failure: { readonly error: unknown } | null;
}

const NOTHING_SENT: Submission = { isBusy: false, isDone: false, failure: null };

/** Sends what a person wrote: once, however often they tap, and again after it failed. */
export function useSubmit(send: () => Promise<void>) {
  const [submission, setSubmission] = useState(NOTHING_SENT);
  // The state is known to the next picture only, and a second tap may come before it.
  const isSending = useRef(false);
  const isShown = useIsShown();
  const submit = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setSubmission({ ...NOTHING_SENT, isBusy: true });
    const outcome = await send().then(done, failed);
    isSending.current = false;
    if (isShown.current) setSubmission(outcome);
  };
  const forget = useCallback(() => setSubmission(NOTHING_SENT), []);
  return { ...submission, submit, forget };
}

function done(): Submission {
  feelSuccess();
  return { ...NOTHING_SENT, isDone: true };
}

function failed(error: unknown): Submission {
  feelRefusal();
  return { ...NOTHING_SENT, failure: { error } };
}
