import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { CountsByRole, UserSort, UserSortKey } from '../contracts/admin-users.ts';
import { ROLES, type Role } from '../contracts/user.ts';
import { bigints } from '../db/bigint-array.ts';
import { containing, searchText } from '../db/text-search.ts';
import { InvalidInputError } from '../errors.ts';

export interface UserQuery {
  /** Part of the first name, or the whole user ID or messaging ID. */
  readonly search?: string;
  readonly role?: Role;
  readonly sort: UserSort;
  readonly limit: number;
  /** `nextCursor` of the page before, of the same sort. */
  readonly cursor?: string;
}

export interface ListedUser {
  readonly id: number;
  readonly telegramId: number;
  readonly firstName: string;
  readonly role: Role;
  readonly activeFilters: number;
}

export interface UserPage {
  readonly users: readonly ListedUser[];
  /** Users that search and role fit, on all pages. */
  readonly total: number;
  /** Users that the search fits, whichever role was asked for. */
  readonly byRole: CountsByRole;
  readonly nextCursor: string | null;
}

/** The user after whom a page goes on: what the list is sorted by, and the id that decides among equals. */
type Position = readonly [sort: UserSort, key: string | number, id: number];

/** A part of a statement, and the values of its question marks. */
interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Whom a search fits. */
interface Found {
  readonly byRole: CountsByRole;
  /** Of the role that is asked for. */
  readonly total: number;
  /** What picks them out of all users. */
  readonly conditions: readonly Condition[];
}

/** Reading so many by their ids is quicker than looking through all names in the order of an index. */
const FEW = 2000;

interface SortColumn {
  /** As an index knows it. */
  readonly sql: string;
  readonly key: z.ZodType<string | number>;
  readonly of: (user: ListedUser) => string | number;
}

const idKey = z.int().positive();
/** Only what PostgreSQL can keep. */
const nameKey = z.string().refine((name) => name.isWellFormed() && !name.includes('\0'));
const COLUMNS: Readonly<Record<UserSortKey, SortColumn>> = {
  id: { sql: 'id', key: idKey, of: (user) => user.id },
  telegram_user_id: { sql: 'telegram_id', key: idKey, of: (user) => user.telegramId },
  // Alphabetical in no language: the readers' languages are three, the order is one.
  first_name: { sql: 'first_name collate "und-x-icu"', key: nameKey, of: (user) => user.firstName },
  role: { sql: 'role', key: z.enum(ROLES), of: (user) => user.role },
};

/** Finds users among many, page by page. */
export class UserSearch {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /** @throws InvalidInputError request.invalid with the field `cursor`, where it is none of this sort, or `search` */
  async page(query: UserQuery): Promise<UserPage> {
    const { role, sort, limit, cursor } = query;
    const rest = cursor === undefined ? [] : [afterCondition(readCursor(cursor, sort))];
    const { byRole, total, conditions } = await this.#find(query);
    const users = await this.#read([...conditions, ...roleConditions(role), ...rest], sort, limit + 1);
    const last = users.length > limit ? users[limit - 1] : undefined;
    return {
      users: users.slice(0, limit),
      total,
      byRole,
      nextCursor: last ? cursorOf([sort, columnOf(sort).of(last), last.id]) : null,
    };
  }

  /** Counts whom the search fits, and says how to read them: few by their ids, as all names were looked at once. */
  async #find({ search = '', role }: UserQuery): Promise<Found> {
    const conditions = searchConditions(search);
    const where = whereOf(conditions);
    const isSearch = conditions.length > 0;
    const some = isSearch ? `(array_agg(id))[1:${FEW + 1}]` : "'{}'::bigint[]";
    const rows = await this.#em.execute<{ role: Role; count: number; some: string[] }[]>(
      `select role, count(*)::int as count, ${some} as some from users ${where.sql} group by role`,
      [...where.values],
    );
    const byRole: CountsByRole = { user: 0, basic: 0, advanced: 0, admin: 0 };
    for (const row of rows) byRole[row.role] = row.count;
    const wanted = rows.filter((row) => role === undefined || row.role === role);
    const total = wanted.reduce((sum, { count }) => sum + count, 0);
    if (!isSearch || total > FEW) return { byRole, total, conditions };
    const ids = bigints(wanted.flatMap((row) => row.some.map(Number)));
    return { byRole, total, conditions: [{ sql: 'id = any(?::bigint[])', values: [ids] }] };
  }

  async #read(conditions: readonly Condition[], sort: UserSort, limit: number): Promise<ListedUser[]> {
    const direction = isDescending(sort) ? 'desc' : 'asc';
    const order = `order by ${columnOf(sort).sql} ${direction}, id ${direction}`;
    const where = whereOf(conditions);
    const rows = await this.#em.execute<(Omit<ListedUser, 'id' | 'telegramId'> & { id: string; telegramId: string })[]>(
      `with page as (select id, telegram_id, first_name, role from users ${where.sql} ${order} limit ?),
       switched_on as (
         select user_id, count(*)::int as count from filters
         where active and user_id in (select id from page) group by user_id)
       select id, telegram_id as "telegramId", first_name as "firstName", role, coalesce(count, 0) as "activeFilters"
       from page left join switched_on on user_id = id ${order}`,
      [...where.values, limit],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id), telegramId: Number(row.telegramId) }));
  }
}

/** The cursor of a list sorted by `id` that goes on after this user. */
export function cursorAfterId(id: number): string {
  return cursorOf(['id', id, id]);
}

function columnOf(sort: UserSort): SortColumn {
  return COLUMNS[sort.replace('-', '') as UserSortKey];
}

function isDescending(sort: UserSort): boolean {
  return sort.startsWith('-');
}

function whereOf(conditions: readonly Condition[]): Condition {
  const sql = conditions.map((condition) => condition.sql).join(' and ');
  return { sql: sql && `where ${sql}`, values: conditions.flatMap(({ values }) => values) };
}

function roleConditions(role: Role | undefined): Condition[] {
  return role === undefined ? [] : [{ sql: 'role = ?', values: [role] }];
}

function searchConditions(search: string): Condition[] {
  const text = searchText(search);
  if (text === '') return [];
  const named = containing('first_name');
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) return [{ sql: named, values: [text] }];
  return [{ sql: `(${named} or id = ? or telegram_id = ?)`, values: [text, id, id] }];
}

function afterCondition([sort, key, id]: Position): Condition {
  return { sql: `(${columnOf(sort).sql}, id) ${isDescending(sort) ? '<' : '>'} (?, ?)`, values: [key, id] };
}

function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor(cursor: string, sort: UserSort): Position {
  const position = z.tuple([z.literal(sort), columnOf(sort).key, idKey]).safeParse(parsed(cursor)).data;
  // Written anew it is the same, or it was not us who wrote it: JSON and base64 have many ways to say one thing.
  if (!position || cursorOf(position) !== cursor) throw new InvalidInputError('request.invalid', { field: 'cursor' });
  return position;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
