import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import { bigints } from '../db/bigint-array.ts';
import { type CriteriaColumns, criteriaOf, matchableCriteria } from '../filters/filter-criteria.ts';

/** A filter as the matcher sees it. */
export interface StoredFilter {
  readonly id: number;
  readonly userId: number;
  readonly active: boolean;
  /** Log revision at which it last became active; null: never. */
  readonly activatedRevision: number | null;
  /** Group keys are expanded. */
  readonly criteria: FilterCriteria;
}

/** Whose a filter is, and since when it counts. */
export type FilterOwner = Pick<StoredFilter, 'userId' | 'activatedRevision'>;

interface FilterRow extends CriteriaColumns {
  readonly id: string;
  readonly userId: string;
  readonly active: boolean;
  readonly activatedRevision: string | null;
}

/** Bounds what one answer of the database may hold in memory at a cold start. */
const PAGE_SIZE = 20_000;

const SELECT = `
  select id, user_id as "userId", active, activated_revision as "activatedRevision", brand, models,
    price_min as "priceMin", price_max as "priceMax", year_min as "yearMin", year_max as "yearMax",
    volume_min as "volumeMin", volume_max as "volumeMax", mileage_min as "mileageMin", mileage_max as "mileageMax",
    engines, body_types as "bodyTypes", colors, areas, gear_box as "gearBox", deal_type as "dealType",
    checkup_month as "checkupMonth"
  from filters`;

/** Those of the filters that still exist, active or not. */
export async function readFilters(em: EntityManager, ids: Iterable<number>): Promise<StoredFilter[]> {
  return read(em, 'where id = any(?::bigint[])', [bigints(ids)]);
}

export async function readActiveFiltersOf(em: EntityManager, userId: number): Promise<StoredFilter[]> {
  return read(em, 'where active and user_id = ?', [userId]);
}

/** Every active filter, in pages; the caller's transaction holds one snapshot over all of them. */
export async function* readActiveFilters(em: EntityManager): AsyncGenerator<StoredFilter> {
  let last = 0;
  for (;;) {
    const page = await read(em, 'where active and id > ? order by id limit ?', [last, PAGE_SIZE]);
    yield* page;
    if (page.length < PAGE_SIZE) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Owners of those of the filters that are active, by the filter's id. */
export async function readOwners(em: EntityManager, ids: Iterable<number>): Promise<ReadonlyMap<number, FilterOwner>> {
  const rows = await em.execute<{ id: string; user_id: string; activated_revision: string | null }[]>(
    'select id, user_id, activated_revision from filters where active and id = any(?::bigint[])',
    [bigints(ids)],
  );
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { userId: Number(row.user_id), activatedRevision: numberOrNull(row.activated_revision) },
    ]),
  );
}

/** Whether a filter counts for an event: it was on already when the event was released. */
export function isEligible({ activatedRevision }: FilterOwner, releaseRevision: number): boolean {
  return activatedRevision !== null && activatedRevision <= releaseRevision;
}

async function read(em: EntityManager, where: string, params: unknown[]): Promise<StoredFilter[]> {
  const rows = await em.execute<FilterRow[]>(`${SELECT} ${where}`, params);
  return rows.map((row) => ({
    id: Number(row.id),
    userId: Number(row.userId),
    active: row.active,
    activatedRevision: numberOrNull(row.activatedRevision),
    criteria: matchableCriteria(criteriaOf(row)),
  }));
}

function numberOrNull(bigint: string | null): number | null {
  return bigint === null ? null : Number(bigint);
}
