import { GrammyError, HttpError } from 'grammy';
import type { ProbeAnswer, SendFailure, SendResult } from '#core/notifications/message-sender.ts';
import { networkReason } from '../loggable-error.ts';

/** Failures by their reasons; any other is a connection that broke. */
const FAILURES: Readonly<Record<string, SendFailure>> = {
  // No connection stood: Telegram cannot have seen the call.
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'refused',
  EAI_AGAIN: 'refused',
  ENETUNREACH: 'refused',
  EHOSTUNREACH: 'refused',
  aborted: 'timeout',
  AbortError: 'timeout',
  TimeoutError: 'timeout',
  ETIMEDOUT: 'timeout',
  // A gateway's page, or half an answer.
  'invalid-json': '5xx',
};
/** How Telegram says, beside 403, that there is nobody to write to; a group that the chat became is no user either. */
const NOBODY =
  /chat not found|user not found|PEER_ID_INVALID|CHAT_WRITE_FORBIDDEN|deactivated|upgraded to a supergroup/i;
const SHORTEST_HOLD_S = 1;
/** A row is not worth sending for longer. */
const LONGEST_HOLD_S = 86_400;
const REASON_LENGTH = 200;

/** What a failed call means for the message. */
export function sendResultOf(error: unknown): Exclude<SendResult, { outcome: 'sent' }> {
  if (error instanceof GrammyError) return refusal(error);
  if (!(error instanceof HttpError))
    return { outcome: 'failed', failure: '5xx', ambiguous: true, reason: 'unexpected' };
  const reason = networkReason(error);
  const failure = FAILURES[reason] ?? 'reset';
  return { outcome: 'failed', failure, ambiguous: failure !== 'refused', reason };
}

/** What a failed call says of Telegram itself: whoever refuses for a reason is there. */
export function probeAnswerOf(error: unknown): ProbeAnswer {
  const { outcome } = sendResultOf(error);
  if (outcome === 'unauthorized') return 'refused';
  return outcome === 'failed' ? 'away' : 'answers';
}

function refusal(error: GrammyError): Exclude<SendResult, { outcome: 'sent' }> {
  const code = error.error_code;
  const reason = `${code}: ${error.description}`.slice(0, REASON_LENGTH);
  if (code === 429) return { outcome: 'throttled', afterMs: holdMs(error.parameters.retry_after) };
  // Telegram answers 404 to a token that it cannot even read.
  if (code === 401 || code === 404) return { outcome: 'unauthorized' };
  if (code === 403 || (code === 400 && NOBODY.test(error.description))) return { outcome: 'unreachable', reason };
  // An answer without a reason of its own tells nothing of the message.
  if (!(code >= 400 && code < 500)) return { outcome: 'failed', failure: '5xx', ambiguous: true, reason };
  return { outcome: 'rejected', reason };
}

/** Whatever stands there: a wait that is missing or makes no sense is a short one. */
function holdMs(retryAfter: unknown): number {
  const seconds = Number(retryAfter);
  return Math.min(Math.max(Number.isNaN(seconds) ? 0 : seconds, SHORTEST_HOLD_S), LONGEST_HOLD_S) * 1000;
}
