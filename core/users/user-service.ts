import { type EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { charactersOf } from '../contracts/characters.ts';
import { ROLES, type Role } from '../contracts/user.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../errors.ts';
import { type Locale, resolveLocale } from '../i18n/locales.ts';
import { activeFilterLimit } from '../limits/limits.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { PlanRequest } from '../plans/plan-request.entity.ts';
import { plansWithin } from '../plans/plan-rules.ts';
import { type RoleChange, roleChangeFault } from './role-transitions.ts';
import { User } from './user.entity.ts';

const MAX_NAME_CHARACTERS = 64;

interface UserDeps {
  readonly em: EntityManager;
  readonly outbox: Outbox;
  readonly signupRole: Role;
}

/** Somebody as Telegram names them. */
export interface NewUser {
  readonly telegramId: number;
  readonly firstName: string;
  /** Language tag of their Telegram. */
  readonly languageCode: string | null | undefined;
}

export interface UserSearch {
  /** Part of the first name, or the whole id or messaging ID. */
  readonly search?: string;
  readonly role?: string;
  readonly limit: number;
  readonly afterId?: number;
}

/** The users, their language and their roles. */
export class UserService {
  readonly #em: EntityManager;
  readonly #outbox: Outbox;
  readonly #signupRole: Role;

  constructor(deps: UserDeps) {
    this.#em = deps.em;
    this.#outbox = deps.outbox;
    this.#signupRole = deps.signupRole;
  }

  findByTelegramId(telegramId: number): Promise<User | null> {
    return this.#em.findOne(User, { telegramId }, { refresh: true });
  }

  /** @throws NotFoundError user.notFound */
  async get(userId: number): Promise<User> {
    const user = await this.#em.findOne(User, userId, { refresh: true });
    if (!user) throw new NotFoundError('user.notFound');
    return user;
  }

  /** The user of a messaging account, made if there is none yet; a changed first name is kept. */
  async signUp(person: NewUser): Promise<{ user: User; created: boolean }> {
    const { telegramId } = person;
    const firstName = cleanFirstName(person.firstName);
    const known = await this.findByTelegramId(telegramId);
    if (known?.firstName === firstName) return { user: known, created: false };
    const [stored] = await this.#em.execute<{ created: boolean }[]>(
      `insert into users (telegram_id, first_name, role, language) values (?, ?, ?, ?)
       on conflict (telegram_id) do update set first_name = excluded.first_name, updated_at = now()
       returning (xmax = 0) as created`,
      [telegramId, firstName, this.#signupRole, resolveLocale(person.languageCode)],
    );
    return { user: await this.#reload({ telegramId }), created: stored?.created ?? false };
  }

  async setLanguage(userId: number, language: Locale): Promise<void> {
    const changed = await this.#em.nativeUpdate(User, { id: userId }, { language });
    if (changed === 0) throw new NotFoundError('user.notFound');
  }

  /** Users in the order of their ids, those after `afterId` first. */
  async list({ search, role, limit, afterId }: UserSearch): Promise<User[]> {
    const conditions: FilterQuery<User>[] = [];
    if (afterId !== undefined) conditions.push({ id: { $gt: afterId } });
    if (role !== undefined) conditions.push({ role: knownRole(role) });
    if (search) conditions.push(searchCondition(search));
    return this.#em.find(User, { $and: conditions }, { orderBy: { id: 'asc' }, limit, refresh: true });
  }

  /** @throws ConflictError when the role may not be changed so, InvalidInputError when there is no such role */
  async promote(userId: number, role: string): Promise<User> {
    return this.#changeRole(userId, 'promote', knownRole(role), false);
  }

  /** The command line, `byCli`, may also take the role of an administrator away, but never of the last one. */
  async demote(userId: number, role: string, { byCli = false } = {}): Promise<User> {
    return this.#changeRole(userId, 'demote', knownRole(role), byCli);
  }

  /** Makes an administrator, and the user too when there is none with this messaging ID. */
  async grantAdmin(telegramId: number): Promise<User> {
    await this.#em.transactional(async (em) => {
      const [admin] = await em.execute<{ id: string }[]>(
        `insert into users (telegram_id, first_name, role, language) values (?, '', 'admin', ?)
         on conflict (telegram_id) do update set role = 'admin', updated_at = now() returning id`,
        [telegramId, resolveLocale(null)],
      );
      await closeRequests(em, Number(admin?.id), 'admin');
    });
    return this.#reload({ telegramId });
  }

  async #changeRole(userId: number, direction: RoleChange['direction'], to: Role, byCli: boolean): Promise<User> {
    await this.#em.transactional(async (em) => {
      const { role: from, admins } = await lockForRoleChange(em, userId);
      const fault = roleChangeFault({ direction, from, to }, byCli);
      if (fault) throw new ConflictError(fault);
      if (from === 'admin' && admins === 1) throw new ConflictError('user.lastAdmin');
      await em.nativeUpdate(User, { id: userId }, { role: to });
      await this.#applyLimit(em, userId, to);
      await closeRequests(em, userId, to);
    });
    return this.#reload({ id: userId });
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

  #reload(where: { id: number } | { telegramId: number }): Promise<User> {
    return this.#em.findOneOrFail(User, where, { refresh: true });
  }
}

/**
 * Locks the user, and all administrators in the order of their ids, so that of two who are demoted at once one stays.
 * `for no key update` shuts out other writers of the same kind without blocking the foreign keys that point here.
 */
async function lockForRoleChange(em: EntityManager, userId: number): Promise<{ role: Role; admins: number }> {
  const rows = await em.execute<{ id: string; role: Role }[]>(
    "select id, role from users where id = ? or role = 'admin' order by id for no key update",
    [userId],
  );
  const role = rows.find((row) => Number(row.id) === userId)?.role;
  if (!role) throw new NotFoundError('user.notFound');
  return { role, admins: rows.filter((row) => row.role === 'admin').length };
}

/** Who got what they asked for, or more, waits for no answer. */
async function closeRequests(em: EntityManager, userId: number, role: Role): Promise<void> {
  const met = { userId, state: 'open', plan: { $in: plansWithin(role) } } as const;
  await em.nativeUpdate(PlanRequest, met, { state: 'granted' });
}

function knownRole(role: string): Role {
  const known = ROLES.find((name) => name === role);
  if (!known) throw new InvalidInputError('user.roleUnknown');
  return known;
}

/** `position` knows no wildcards, so that `%` finds a percent sign. */
function searchCondition(search: string): FilterQuery<User> {
  const named = { [raw('position(lower(?) in lower(first_name))', [search])]: { $gt: 0 } };
  const id = /^\d{1,16}$/.test(search) ? Number(search) : 0;
  return Number.isSafeInteger(id) && id > 0 ? { $or: [named, { id }, { telegramId: id }] } : named;
}

/** Without what a database, a log or a chat cannot hold, and of a length that a page can show. */
export function cleanFirstName(name: string): string {
  const shown = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return charactersOf(shown.slice(0, 256))
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
    .replace(/\p{Cs}/gu, '');
}
