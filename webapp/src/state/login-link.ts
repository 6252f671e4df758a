import { type LinkResponse, type LinkStateResponse, linkResponseSchema } from '#core/contracts/login-link.ts';
import type { SessionUser } from '#core/contracts/user.ts';
import { ApiError } from '../api/client.ts';
import { readKept, writeKept } from './tab-storage.ts';

const POLL_MS = 2000;
/** One answer that fails to come is not worth a word; the next one is two seconds away. */
const FAILURES_TOLD = 2;

/**
 * The log-in that was begun in this tab; null when there is none that can still be confirmed. A phone may load the page
 * anew while the person is in Telegram, and what they confirm there must not be in vain.
 */
export function keptLink(now: number): LinkResponse | null {
  const link = readKept('loginLink', linkResponseSchema);
  return link && Date.parse(link.expiresAt) > now ? link : null;
}

/** Keeps the log-in for this tab, or forgets it. */
export function keepLink(link: LinkResponse | null): void {
  writeKept('loginLink', link);
}

interface Waiting {
  readonly readState: (linkId: string, signal: AbortSignal) => Promise<LinkStateResponse>;
  /** Resolves when it is time for another look, and when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told why no answer comes, and null once one does. It is asked for again in any case. */
  readonly onTrouble: (error: ApiError | null) => void;
}

/**
 * Waits until the log-in is confirmed in the chat, and answers who was signed in; null when it is over without that.
 * @throws the signal's reason when nobody waits any longer.
 */
export async function awaitConfirmation(
  linkId: string,
  { readState, pause, onTrouble }: Waiting,
  signal: AbortSignal,
): Promise<SessionUser | null> {
  for (let failures = 0; ; ) {
    let waitMs = POLL_MS;
    try {
      const { state, user } = await readState(linkId, signal);
      if (state !== 'pending') return user ?? null;
      if (failures > 0) onTrouble(null);
      failures = 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return null;
      failures += 1;
      if (failures >= FAILURES_TOLD) onTrouble(error);
      if (error.retryAfterS !== null) waitMs = error.retryAfterS * 1000;
    }
    await pause(waitMs, signal);
    signal.throwIfAborted();
  }
}

/** The document, as far as it tells whether somebody looks at it. */
type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** Lets this much time pass; while nobody looks at the page, all the time until somebody comes back to it. */
export function pauseWhileSeen(page: Page, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = () => (page.hidden ? clearTimeout(timer) : end());
    const timer = page.hidden ? undefined : setTimeout(end, ms);
    page.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
