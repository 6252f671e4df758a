import type { SendFailure, SendResult } from './message-sender.ts';
import { freshSince } from './outbox.ts';
import type { WaitingRow } from './send-plan.ts';

/** One send, for whoever keeps figures. */
export interface SendSample {
  readonly result: 'ok' | '429' | '401' | '403' | '400' | SendFailure;
  /** How long it took, all forms of the message together. */
  readonly seconds: number;
  /**
   * From the release of the oldest event in it until Telegram took it; of an alert that was put off, from the time it
   * was put off to. Null for direct messages and for what was not sent.
   */
  readonly latencySeconds: number | null;
  /** Nobody knows whether it arrived; its message may come twice. */
  readonly isAmbiguous: boolean;
}

/** What became of a message that was handed to Telegram. */
export type HandedResult = Exclude<SendResult, { outcome: 'unwritten' }>;

const RESULTS = {
  sent: 'ok',
  throttled: '429',
  unauthorized: '401',
  unreachable: '403',
  rejected: '400',
} as const;

/** @param seconds how long the send took, @param at when it ended. */
export function sampleOf(result: HandedResult, rows: readonly WaitingRow[], seconds: number, at: Date): SendSample {
  if (result.outcome === 'failed')
    return { result: result.failure, seconds, latencySeconds: null, isAmbiguous: result.ambiguous };
  const since = rows.flatMap((row) => (row.kind === 'ad' ? [freshSince(row.expiresAt).getTime()] : []));
  const oldest = Math.min(...since);
  const isTold = result.outcome === 'sent' && Number.isFinite(oldest);
  const latencySeconds = isTold ? Math.max(0, at.getTime() - oldest) / 1000 : null;
  return { result: RESULTS[result.outcome], seconds, latencySeconds, isAmbiguous: false };
}
