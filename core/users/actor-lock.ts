import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/actor.ts';
import type { Role } from '../contracts/user.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';

export interface LockedUser {
  readonly role: Role;
  readonly telegramId: number;
  /** Administrators among the locked, the user included. */
  readonly admins: number;
}

/**
 * Begins what somebody does to a user, inside the caller's transaction: locks the user, who acts and all
 * administrators in the order of their ids, so that of two who are demoted at once one stays. `no key update` shuts out
 * other writers of the same kind without blocking the foreign keys that point here.
 * @throws ForbiddenError auth.notAdmin, ConflictError user.self, NotFoundError user.notFound
 */
export function lockForDeed(em: EntityManager, by: Actor, userId: number): Promise<LockedUser> {
  return lockUsers(em, by, userId, "or role = 'admin' order by id for no key update");
}

/**
 * Begins the deletion of a user: the whole row is locked from the start, and that of who acts, unless users end their
 * own account. @throws as `lockForDeed`
 */
export function lockForDeletion(em: EntityManager, by: Actor | null, userId: number): Promise<LockedUser> {
  return lockUsers(em, by, userId, 'order by id for update');
}

async function lockUsers(em: EntityManager, by: Actor | null, userId: number, more: string): Promise<LockedUser> {
  const rows = await em.execute<{ id: string; role: Role; telegram_id: string }[]>(
    `select id, role, telegram_id from users where id in (?, ?) ${more}`,
    [userId, by?.userId ?? userId],
  );
  const find = (id: number) => rows.find((row) => Number(row.id) === id);
  const actorId = by?.userId ?? null;
  if (actorId !== null && find(actorId)?.role !== 'admin') throw new ForbiddenError('auth.notAdmin');
  if (actorId === userId) throw new ConflictError('user.self');
  const user = find(userId);
  if (!user) throw new NotFoundError('user.notFound');
  const admins = rows.filter((row) => row.role === 'admin').length;
  return { role: user.role, telegramId: Number(user.telegram_id), admins };
}

/**
 * Keeps who acts an administrator until the caller's transaction ends, for what is done to no user.
 * @throws ForbiddenError auth.notAdmin
 */
export async function lockActor(em: EntityManager, by: Actor): Promise<void> {
  if (by.userId === null) return;
  const admins = await em.execute<unknown[]>("select id from users where id = ? and role = 'admin' for share", [
    by.userId,
  ]);
  if (admins.length === 0) throw new ForbiddenError('auth.notAdmin');
}
