import { setTimeout as wait } from 'node:timers/promises';

/** What comes within so long; null: nothing did. What comes later is nobody's, and may fail. */
export async function withinLimit<T>(answer: Promise<T>, limitMs: number): Promise<T | null> {
  const known = new AbortController();
  const tooLate = wait(limitMs, null, { signal: known.signal }).catch(() => null);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    known.abort();
  }
}
