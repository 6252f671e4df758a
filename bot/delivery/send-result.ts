import { GrammyError, HttpError } from 'grammy';
import type { SendResult } from '#core/notifications/message-sender.ts';
import { networkReason } from '../loggable-error.ts';

/** Failures before a connection stood: Telegram cannot have seen the call. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
const DEFAULT_RETRY_AFTER_S = 1;
const REASON_LENGTH = 200;

/** What a failed call means for the message. */
export function sendResultOf(error: unknown): Exclude<SendResult, { outcome: 'sent' }> {
  if (error instanceof GrammyError) return refusal(error);
  const reason = error instanceof HttpError ? networkReason(error) : 'unexpected';
  return { outcome: 'failed', ambiguous: !NEVER_SENT.has(reason), reason };
}

function refusal(error: GrammyError): Exclude<SendResult, { outcome: 'sent' }> {
  const code = error.error_code;
  const reason = `${code}: ${error.description}`.slice(0, REASON_LENGTH);
  if (code === 429) {
    return { outcome: 'throttled', afterMs: (error.parameters.retry_after ?? DEFAULT_RETRY_AFTER_S) * 1000 };
  }
  // Telegram answers 404 to a token that it cannot even read.
  if (code === 401 || code === 404) return { outcome: 'unauthorized' };
  if (code === 403 || /chat not found/i.test(error.description)) return { outcome: 'unreachable', reason };
  if (code >= 500) return { outcome: 'failed', ambiguous: true, reason };
  return { outcome: 'rejected', reason };
}
