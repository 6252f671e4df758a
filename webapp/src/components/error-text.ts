import type { TFunction } from 'i18next';
import { ApiError } from '../api/client.ts';

/** What to tell a person about a failure: the server's words, or ours when the server did not get to speak. */
export function errorText(error: unknown, t: TFunction<['fault', 'errors']>): string {
  if (!(error instanceof ApiError)) return t('fault:failure.broken');
  if (error.message !== '') return error.message;
  if (error.code === 'offline') return t('fault:failure.offline');
  if (error.code === 'timeout') return t('fault:failure.timeout');
  return error.code === 'unreachable' ? t('fault:failure.unreachable') : t('fault:failure.internal');
}
