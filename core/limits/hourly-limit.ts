import type { EntityManager } from '@mikro-orm/postgresql';
import { TooManyError } from '../errors.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_AN_HOUR = 5;

interface Letters {
  /** Where each row is one letter of a user. */
  readonly table: 'problems' | 'feedback';
  readonly userId: number;
  readonly now: Date;
}

/**
 * Holds a user to five letters of a kind in an hour, whichever way they come. The caller holds the lock of the user's
 * row, so that letters that come at once count each other.
 * @throws TooManyError request.tooMany
 */
export async function checkHourlyLimit(em: EntityManager, { table, userId, now }: Letters): Promise<void> {
  const newestFirst = `select created_at from ${table} where user_id = ? and created_at > ? order by created_at desc`;
  const [last] = await em.execute<{ created_at: string }[]>(`${newestFirst} offset ? limit 1`, [
    userId,
    new Date(now.getTime() - HOUR_MS),
    MAX_AN_HOUR - 1,
  ]);
  if (!last) return;
  const freeAt = new Date(last.created_at).getTime() + HOUR_MS;
  throw new TooManyError('request.tooMany', (freeAt - now.getTime()) / 1000);
}
