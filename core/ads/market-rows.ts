import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import { FACT_COLUMNS, factSelection } from './ad-facts.ts';
import type { Since } from './market-columns.ts';
import type { MarketAd } from './market-partition.ts';

/** When the ad's age begins: it was posted, or first seen where it does not say. */
const KNOWN_AT = 'coalesce(a.posted_at, a.first_seen_at)';
const FRESH_AT = `greatest(${KNOWN_AT}, a.renewed_at)`;
const ON_MARKET = 'a.gone_at is null and a.superseded_at is null';
/**
 * What a first sweep found and tells no date may have stood for months: only news count by when they were first seen. The
 * event is written together with the ad.
 */
const POSTED_AT = `coalesce(a.posted_at,
  case when exists (select from ad_events e where e.ad_id = a.id and e.kind = 'new') then a.first_seen_at end)`;

/** As seconds: exact to the microsecond, and read faster than text. */
const seconds = (time: string) => `extract(epoch from ${time})::float8`;

/** Nobody asks who sells. */
const SEARCHED = FACT_COLUMNS.filter(({ field }) => field !== 'seller');
const COLUMNS = `a.id::float8 as id, ${factSelection('a', SEARCHED)}, ${seconds(KNOWN_AT)} as "knownAt",
  case when ${ON_MARKET} then ${seconds(FRESH_AT)} end as "freshAt", ${seconds(POSTED_AT)} as "postedAt"`;

/** What a statement saw of the whole table. */
export interface TableState {
  /** Every transaction below it had ended: what a later statement sees for the first time is of none of these. */
  readonly mark: number;
  /** The last transaction that took ads out of the table. */
  readonly reset: number;
}

interface StateRow {
  readonly mark: string;
  readonly reset: string;
}

const STATE = 'pg_snapshot_xmin(pg_current_snapshot()) as mark, reset_xid as reset';

export async function readState(em: EntityManager): Promise<TableState> {
  const [row] = await em.execute<[StateRow]>(`select ${STATE} from market_state where id = 1`);
  return stateOf(row);
}

/**
 * The state, and which ads transactions from `mark` on have changed, of one snapshot. Nothing that is visible is not below
 * the snapshot's xmax: numbers above came with a dump from elsewhere.
 */
export async function readChanges(
  em: EntityManager,
  mark: number,
): Promise<{ readonly state: TableState; readonly changedIds: readonly number[] }> {
  const [row] = await em.execute<[StateRow & { changed: number[] }]>(
    `select ${STATE}, array(
      select id::float8 from ads
      where changed_xid >= ?::xid8 and changed_xid < pg_snapshot_xmax(pg_current_snapshot())
    ) as changed from market_state where id = 1`,
    [String(mark)],
  );
  return { state: stateOf(row), changedIds: row.changed };
}

function stateOf({ mark, reset }: StateRow): TableState {
  return { mark: Number(mark), reset: Number(reset) };
}

/** When the oldest ad was first seen, in seconds since 1970; null in an empty table. */
export async function readOldest(em: EntityManager): Promise<number | null> {
  const [row] = await em.execute<[{ oldest: number | null }]>(
    `select ${seconds('min(first_seen_at)')} as oldest from ads`,
  );
  return row.oldest;
}

/** A page of the ads that count, by their ids. */
export function readCounting(em: EntityManager, afterId: number, since: Since, limit: number): Promise<MarketAd[]> {
  return em.execute<MarketAd[]>(
    `select ${COLUMNS} from ads a
    where a.id > ? and (
      (${ON_MARKET} and ${FRESH_AT} >= to_timestamp(?))
      or a.posted_at >= to_timestamp(?)
      or (a.posted_at is null and a.first_seen_at >= to_timestamp(?))
    )
    order by a.id limit ?`,
    [afterId, since.fresh, since.posted, since.posted, limit],
  );
}

/** Ads as they are now, also those that do not count. */
export function readMarketAds(em: EntityManager, ids: readonly number[]): Promise<MarketAd[]> {
  return em.execute<MarketAd[]>(`select ${COLUMNS} from ads a where a.id = any(?)`, [bigints(ids)]);
}
