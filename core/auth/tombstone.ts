import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';

/** How long a messaging account is remembered at least. */
const TOMBSTONE_MS = 48 * 60 * 60 * 1000;

/** Key under which a deleted account is remembered: a messaging ID cannot be read back from it. */
export function tombstoneKey(telegramId: number, botToken: string): string {
  return createHmac('sha256', botToken).update(`deleted account ${telegramId}`).digest('hex');
}

/**
 * Launch data that the messaging account signed before this moment opens nothing from now on, nor makes a new account.
 * Without a token none is believed anyway.
 */
export async function leaveTombstone(
  em: EntityManager,
  telegramId: number,
  given: { readonly now: Date; readonly token: string | null; readonly initDataMaxAgeS: number },
): Promise<void> {
  const { now, token, initDataMaxAgeS } = given;
  if (token === null) return;
  const expiresAt = new Date(now.getTime() + Math.max(TOMBSTONE_MS, initDataMaxAgeS * 1000));
  // Past rows that somebody else is deleting: nobody waits for one while holding another.
  await em.execute(
    `delete from deleted_accounts where telegram_hash in (
       select telegram_hash from deleted_accounts where expires_at <= ? for update skip locked)`,
    [now],
  );
  await em.execute(
    `insert into deleted_accounts (telegram_hash, valid_after, expires_at) values (?, ?, ?)
     on conflict (telegram_hash) do update set valid_after = excluded.valid_after, expires_at = excluded.expires_at`,
    [tombstoneKey(telegramId, token), now, expiresAt],
  );
}
