import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFoundError } from '../errors.ts';

/**
 * Locks a user who is about to store something: what the same user stores at this moment waits, so that it can be
 * counted and compared, and the account is not deleted meanwhile. `for no key update` does not hold up the foreign keys
 * of other writers.
 * @throws NotFoundError user.notFound
 */
export async function lockWriter(em: EntityManager, userId: number): Promise<{ readonly firstName: string }> {
  const [user] = await em.execute<{ first_name: string }[]>(
    'select first_name from users where id = ? for no key update',
    [userId],
  );
  if (!user) throw new NotFoundError('user.notFound');
  return { firstName: user.first_name };
}
