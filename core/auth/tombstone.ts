import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '../db/delete-batch.ts';
import { KEPT_FOR_MS } from '../retention/kept-for.ts';

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
  const expiresAt = new Date(now.getTime() + Math.max(KEPT_FOR_MS.deleted_accounts, initDataMaxAgeS * 1000));
  await forgetTombstones(em, now);
  await em.execute(
    `insert into deleted_accounts (telegram_hash, valid_after, expires_at) values (?, ?, ?)
     on conflict (telegram_hash) do update set valid_after = excluded.valid_after, expires_at = excluded.expires_at`,
    [tombstoneKey(telegramId, token), now, expiresAt],
  );
}

/** Deletes a batch of those that no launch data are left for; answers how many. */
export function forgetTombstones(em: EntityManager, now: Date): Promise<number> {
  return deleteBatch(em, {
    table: 'deleted_accounts',
    key: ['telegram_hash'],
    where: 'expires_at <= ?',
    values: [now],
  });
}
