import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Role } from '../contracts/user.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';
import { resolveLocale } from '../i18n/locales.ts';
import { activeFilterLimit } from '../limits/limits.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { PlanRequest } from '../plans/plan-request.entity.ts';
import { plansWithin } from '../plans/plan-rules.ts';
import { lockForDeed } from './actor-lock.ts';
import { type RoleChange, roleChangeFault } from './role-transitions.ts';
import { User } from './user.entity.ts';

interface UserRolesDeps {
  readonly em: EntityManager;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
}

/** A change that somebody asks for. */
interface WantedChange {
  readonly userId: number;
  readonly direction: RoleChange['direction'];
  readonly to: Role;
}

/** Gives and takes roles; the user is told, and filters beyond the new limit are switched off, in one transaction. */
export class UserRoles {
  readonly #em: EntityManager;
  readonly #outbox: Outbox;
  readonly #audit: AuditLog;

  constructor(deps: UserRolesDeps) {
    this.#em = deps.em;
    this.#outbox = deps.outbox;
    this.#audit = deps.audit;
  }

  /**
   * @throws ConflictError user.roleNotAllowed, user.adminImmutable, user.self; ForbiddenError auth.notAdmin when the
   * actor is none any more; NotFoundError user.notFound
   */
  promote(by: Actor, userId: number, role: Role): Promise<User> {
    return this.#em.transactional(async (em) => {
      await this.promoteIn(em, by, userId, role);
      return userOf(em, { id: userId });
    });
  }

  /** The command line also takes the role of an administrator away. @throws as `promote`, and user.lastAdmin */
  demote(by: Actor, userId: number, role: Role): Promise<User> {
    return this.#em.transactional(async (em) => {
      await this.#change(em, by, { userId, direction: 'demote', to: role });
      return userOf(em, { id: userId });
    });
  }

  /** `promote` inside the caller's transaction, which has locked nothing but by `lockForDeed` before. */
  async promoteIn(em: EntityManager, by: Actor, userId: number, role: Role): Promise<void> {
    await this.#change(em, by, { userId, direction: 'promote', to: role });
  }

  /**
   * Makes an administrator, and the user too when there is none with this messaging ID.
   * @param userId who has the messaging ID as far as the caller knows: the account may have moved since, or be gone,
   * and whoever has the messaging ID now is not meant.
   * @throws ForbiddenError auth.notAdmin: the command line alone makes administrators; NotFoundError user.notFound when
   * the messaging ID is no more that user's
   */
  grantAdmin(by: Actor, telegramId: number, userId?: number): Promise<User> {
    if (by.way !== 'cli') throw new ForbiddenError('auth.notAdmin');
    return this.#em.transactional(async (em) => {
      const [made] = await em.execute<{ id: string }[]>(
        `insert into users (telegram_id, first_name, role, language) values (?, '', 'admin', ?)
         on conflict (telegram_id) do update set role = 'admin', updated_at = now() where users.role <> 'admin'
         returning id`,
        [telegramId, resolveLocale(null)],
      );
      if (made) await this.#settle(em, by, Number(made.id), 'admin');
      const user = await userOf(em, { telegramId });
      if (userId !== undefined && user.id !== userId) throw new NotFoundError('user.notFound');
      return user;
    });
  }

  async #change(em: EntityManager, by: Actor, { userId, direction, to }: WantedChange): Promise<void> {
    const { role: from, admins } = await lockForDeed(em, by, userId);
    const fault = roleChangeFault({ direction, from, to }, by.way === 'cli');
    if (fault) throw new ConflictError(fault);
    if (from === 'admin' && admins === 1) throw new ConflictError('user.lastAdmin');
    await em.nativeUpdate(User, { id: userId }, { role: to });
    await this.#applyLimit(em, userId, to);
    await this.#settle(em, by, userId, to);
  }

  /** What goes with every role that is given: who got what they asked for, or more, waits for no answer. */
  async #settle(em: EntityManager, by: Actor, userId: number, role: Role): Promise<void> {
    const met = { userId, state: 'open', plan: { $in: plansWithin(role) } } as const;
    await em.nativeUpdate(PlanRequest, met, { state: 'granted' });
    await this.#audit.record(em, { by, action: `role.${role}`, targetUserId: userId });
  }

  /** Switches off what the role no longer allows, the least recently edited filters first, and tells the user. */
  async #applyLimit(em: EntityManager, userId: number, role: Role): Promise<void> {
    const limit = activeFilterLimit(role);
    const switchedOff = await em.execute<unknown[]>(
      `update filters set active = false, updated_at = now() where id in (
         select id from filters where user_id = ? and active order by edited_at desc, id desc offset ?)
       returning id`,
      [userId, limit],
    );
    const count = switchedOff.length;
    const [{ subjectId } = { subjectId: '0' }] = await em.execute<{ subjectId: string }[]>(
      'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as "subjectId"',
    );
    await this.#outbox.enqueueText(em, {
      kind: 'role',
      // Every change of a role is a subject of its own: the microsecond in which the locked user got it.
      subjectId: Number(subjectId),
      userId,
      textKey: count > 0 ? 'role.filtersOff' : 'role.changed',
      values: count > 0 ? { role, limit, count } : { role, limit },
    });
  }
}

/** As stored at this moment of the transaction. */
function userOf(em: EntityManager, where: { id: number } | { telegramId: number }): Promise<User> {
  return em.findOneOrFail(User, where, { refresh: true });
}
