import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../contracts/user.ts';
import { NotFoundError, TooManyError } from '../errors.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_AN_HOUR = 5;

/** Reports, feedback and requests for a plan: what a user writes to us. */
interface Letters {
  /** Where each row is one letter of a user. */
  readonly table: 'problems' | 'feedback' | 'plan_requests';
  readonly userId: number;
  readonly now: Date;
}

interface Writer {
  readonly firstName: string;
  readonly role: Role;
}

/**
 * Locks a user who is about to store something: what the same user stores at this moment waits, so that it can be
 * counted and compared, and the account is not deleted meanwhile. `for no key update` does not hold up the foreign keys
 * of other writers.
 * @throws NotFoundError user.notFound
 */
export async function lockWriter(em: EntityManager, userId: number): Promise<Writer> {
  const [user] = await em.execute<Writer[]>(
    'select first_name as "firstName", role from users where id = ? for no key update',
    [userId],
  );
  if (!user) throw new NotFoundError('user.notFound');
  return user;
}

/**
 * Holds a user to five letters of a kind in an hour, whichever way they come. The caller has locked the writer, so
 * that letters that come at once count each other.
 * @throws TooManyError request.tooMany
 */
export async function refuseTooManyLetters(em: EntityManager, { table, userId, now }: Letters): Promise<void> {
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
