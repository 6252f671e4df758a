import type { SendResult } from './message-sender.ts';
import { PACE_MS } from './next-send-at.ts';

/** Sends of one row that may fail before it is given up. */
export const MAX_ATTEMPTS = 8;
/** While Telegram does not answer, it is asked this often whether it is back. */
export const PROBE_MS = 10_000;

/** Begins the error of a row whose digest was refused, whatever happens to it until it is settled. */
const REFUSED_IN_DIGEST = 'in a digest: ';

const SHORTEST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;
const GROWTH = 3;

/** What becomes of a row after a send. */
export interface RowChange {
  readonly status: 'sent' | 'pending' | 'cancelled' | 'dead';
  readonly attempts: number;
  readonly error: string | null;
  readonly messageId: number | null;
}

/** What a send changes: the row, and how long the chat is left alone. */
export interface Settlement {
  readonly row: RowChange;
  readonly holdMs: number;
}

/** A row as its earlier sends left it. */
interface TriedRow {
  readonly attempts: number;
  readonly error: string | null;
}

/** Whether the digest that a row was part of was refused, so that it goes alone. */
export function isRefusedInDigest({ error }: Pick<TriedRow, 'error'>): boolean {
  return error?.startsWith(REFUSED_IN_DIGEST) ?? false;
}

/** A random wait of 1 s at least; its upper bound grows to 10 minutes, so that an outage of minutes kills no row. */
export function retryDelayMs(attempts: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_RETRY_MS, SHORTEST_RETRY_MS * GROWTH ** attempts);
  return Math.round(SHORTEST_RETRY_MS + random() * (ceiling - SHORTEST_RETRY_MS));
}

/**
 * Judges a send of a row. A 429 and a refused token are no attempts, nor is what
 * cannot have arrived while Telegram answers nobody (`outage`). What may have arrived always counts, so that nobody gets
 * more copies than there are attempts. A digest that is refused, or that we fail to write, condemns none of its rows, for
 * one may be at fault.
 */
export function settle(
  result: SendResult,
  tried: TriedRow,
  given: { readonly outage: boolean; readonly isDigest: boolean; readonly random: () => number },
): Settlement {
  const { attempts, error } = tried;
  const unchanged = { status: 'pending', attempts, error, messageId: null } as const;
  switch (result.outcome) {
    case 'sent':
      return { row: { ...unchanged, status: 'sent', error: null, messageId: result.messageId }, holdMs: PACE_MS };
    case 'throttled':
      return { row: unchanged, holdMs: Math.max(result.afterMs, PACE_MS) };
    case 'unauthorized':
      return { row: unchanged, holdMs: 0 };
    case 'unreachable':
      return { row: { ...unchanged, status: 'cancelled', error: result.reason }, holdMs: 0 };
    case 'rejected':
    case 'unwritten': {
      const row = { ...unchanged, attempts: attempts + 1 };
      if (given.isDigest && row.attempts < MAX_ATTEMPTS)
        return { row: { ...row, error: REFUSED_IN_DIGEST + result.reason }, holdMs: PACE_MS };
      return { row: { ...row, status: 'dead', error: result.reason }, holdMs: PACE_MS };
    }
    case 'failed': {
      const row = { ...unchanged, error: isRefusedInDigest(tried) ? error : result.reason };
      if (given.outage && !result.ambiguous) return { row, holdMs: PROBE_MS };
      const failed = attempts + 1;
      const dead = { ...row, status: 'dead', attempts: failed, error: result.reason } as const;
      if (failed >= MAX_ATTEMPTS) return { row: dead, holdMs: PACE_MS };
      return { row: { ...row, attempts: failed }, holdMs: retryDelayMs(failed, given.random) };
    }
  }
}
