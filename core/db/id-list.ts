import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInputError } from '../errors.ts';
import { containing, searchText } from './text-search.ts';

/** A list in the order of its ids. Everything here is SQL of ours, never what somebody wrote. */
export interface IdList {
  readonly select: string;
  /** The table with its joins. */
  readonly from: string;
  /** The column of the id, which is selected as `id`, too. */
  readonly id: string;
  readonly order: 'oldest' | 'newest';
  readonly where?: string;
  /** Columns that a search looks into. */
  readonly searched?: readonly string[];
}

export interface IdPageQuery {
  /** Part of one of the searched columns, whatever its case; it knows no wildcards. */
  readonly search?: string | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface IdPage<Row> {
  readonly rows: Row[];
  /** On all pages. */
  readonly total: number;
  /** The id of the last row; null: there is no further page. */
  readonly nextCursor: string | null;
}

const CURSOR = /^[1-9]\d{0,14}$/;

/** One page of a list. @throws InvalidInputError request.invalid with the field `cursor` or `search` */
export async function readIdPage<Row extends { readonly id: string }>(
  em: EntityManager,
  list: IdList,
  { search = '', limit, cursor }: IdPageQuery,
): Promise<IdPage<Row>> {
  const found = foundBy(list, search);
  const [after, direction] = list.order === 'newest' ? ['<', 'desc'] : ['>', 'asc'];
  const rest = cursor === undefined ? 'true' : `${list.id} ${after} ?`;
  const rows = await em.execute<Row[]>(
    `select ${list.select} from ${list.from} where ${found.sql} and ${rest} order by ${list.id} ${direction} limit ?`,
    [...found.params, ...(cursor === undefined ? [] : [idOf(cursor)]), limit + 1],
  );
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from ${list.from} where ${found.sql}`,
    found.params,
  );
  const shown = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { rows: shown, total: counted?.total ?? 0, nextCursor };
}

function foundBy({ where = 'true', searched = [] }: IdList, search: string): { sql: string; params: string[] } {
  const text = searchText(search);
  if (text === '') return { sql: where, params: [] };
  return { sql: `${where} and (${searched.map(containing).join(' or ')})`, params: searched.map(() => text) };
}

function idOf(cursor: string): number {
  if (!CURSOR.test(cursor)) throw new InvalidInputError('request.invalid', { field: 'cursor' });
  return Number(cursor);
}
