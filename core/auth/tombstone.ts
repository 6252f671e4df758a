import { createHmac } from 'node:crypto';

/** Key under which a deleted account is remembered: a messaging ID cannot be read back from it. */
export function tombstoneKey(telegramId: number, botToken: string): string {
  return createHmac('sha256', botToken).update(`deleted account ${telegramId}`).digest('hex');
}
