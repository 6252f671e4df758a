import { useRef } from 'react';

interface Reading {
  /** undefined: there is nothing yet. */
  readonly data: unknown;
  /** null while it is read for the first time, and again while that is retried. */
  readonly error: unknown;
}

/** Why something could not be read, also while it is tried again: what says so must not go and come back, nor its button. */
export function useKeptError({ data, error }: Reading): unknown {
  const kept = useRef<unknown>(null);
  if (error !== null || data !== undefined) kept.current = error;
  return kept.current;
}
