import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import { FILTER_TEXT, FilterReader, type StoredFilter } from './filter-reader.ts';

/** What became of a filter up to a revision of the change log. */
export interface ChangedFilter {
  readonly revision: number;
  readonly id: number;
  /** As it is now; null: deleted. */
  readonly filter: StoredFilter | null;
}

interface FilterRow {
  readonly text: string;
}

interface ChangeRow {
  readonly revision: string;
  readonly filter_id: string;
  /** Null where it is deleted. */
  readonly text: string | null;
}

/** Taken into the index within some ten milliseconds: between two pages requests are answered. */
const PAGE_SIZE = 1_000;

/** A million filters are sorted in 200 MB of it, and smaller numbers in as much less, instead of through files. */
const SORT_MEMORY = '384MB';

/**
 * The one in which the index wants them, see `MatchIndex.build`: brand, gear box, lowest year, highest and lowest price.
 * As one number they are sorted in less than half of the time that five columns take; what does not fit its bits stands
 * in the wrong place, which costs a little speed and nothing else.
 */
const INDEX_ORDER = `
  ((hashtext(brand) & 511)::bigint << 53) | ((hashtext(gear_box) & 7)::bigint << 50)
  | (coalesce(year_min - 1899, 0)::bigint << 42) | (least(coalesce(price_max, 4194303), 4194303)::bigint << 20)
  | least(coalesce(price_min, 0), 1048575)`;

/** Those of the filters that still exist, active or not. */
export async function readFilters(em: EntityManager, ids: Iterable<number>): Promise<StoredFilter[]> {
  return read(em, 'where id = any(?::bigint[])', [bigints(ids)]);
}

export async function readActiveFiltersOf(em: EntityManager, userId: number): Promise<StoredFilter[]> {
  return read(em, 'where active and user_id = ?', [userId]);
}

/**
 * Every active filter, in pages, in the order in which the index wants them; the caller's transaction holds one snapshot
 * over all of them. The database reads the next page while the caller works on the last one.
 */
export async function* readActiveFilters(em: EntityManager): AsyncGenerator<StoredFilter[]> {
  await em.execute(`set local work_mem = '${SORT_MEMORY}'`);
  // Sorted first: the texts are then made page by page, while the caller is busy with the one before.
  await em.execute(
    `declare active_filters no scroll cursor for select ${FILTER_TEXT} as text
     from (select * from filters where active order by ${INDEX_ORDER} offset 0) as filters`,
  );
  const reader = new FilterReader();
  const fetchPage = () => em.execute<FilterRow[]>(`fetch ${PAGE_SIZE} from active_filters`);
  let next = fetchPage();
  try {
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetchPage();
      yield rows.map(({ text }) => reader.read(text));
    }
  } finally {
    // Where the caller gives up, nobody asks for the page that is under way; its error, too, is the transaction's.
    await next.catch(() => {});
  }
}

/** What changed after a revision of the log, the oldest first, at most a page of it. A filter may come more than once. */
export async function readChangedFilters(em: EntityManager, after: number): Promise<ChangedFilter[]> {
  const rows = await em.execute<ChangeRow[]>(
    `select revision, filter_id, case when filters.id is not null then ${FILTER_TEXT} end as text
     from (select revision, filter_id from filter_changes where revision > ? order by revision limit ${PAGE_SIZE}) as change
     left join filters on filters.id = change.filter_id
     order by revision`,
    [after],
  );
  const reader = new FilterReader();
  return rows.map(({ revision, filter_id, text }) => ({
    revision: Number(revision),
    id: Number(filter_id),
    filter: text === null ? null : reader.read(text),
  }));
}

/** Whether a filter counts for an event: it was on already when the event was released. */
export function isEligible(
  { activatedRevision }: Pick<StoredFilter, 'activatedRevision'>,
  releaseRevision: number,
): boolean {
  return activatedRevision !== null && activatedRevision <= releaseRevision;
}

async function read(em: EntityManager, where: string, params: unknown[]): Promise<StoredFilter[]> {
  const rows = await em.execute<FilterRow[]>(`select ${FILTER_TEXT} as text from filters ${where}`, params);
  const reader = new FilterReader();
  return rows.map(({ text }) => reader.read(text));
}
