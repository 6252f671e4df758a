import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AdSearch, type Preview } from '#core/ads/ad-search.ts';
import type { MarketColumns, Since } from '#core/ads/market-columns.ts';
import { MarketMirror } from '#core/ads/market-mirror.ts';
import { marketQuery } from '#core/ads/market-query.ts';
import type { Core } from '#core/context.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { measureMemory } from '../matching/memory.ts';
import { type Summary, summarise } from '../summary.ts';
import { NOW } from './preview-world.ts';
import { COVERING_INDEXES, searchInSql } from './sql-search.ts';
import { countTableReads, type TableReads } from './table-reads.ts';

const DAY_S = 86_400;
const EXPLAINED = 40;
const SINCE: Since = { fresh: NOW.getTime() / 1000 - 60 * DAY_S, posted: NOW.getTime() / 1000 - 28 * DAY_S };
/** Finer than any task that somebody would notice. */
const DELAY_RESOLUTION_MS = 1;

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function measureEach<T>(items: readonly T[], work: (item: T) => unknown): Promise<Summary> {
  const samples: number[] = [];
  for (const item of items) samples.push(await timed(() => work(item)));
  return summarise(samples);
}

export interface Load {
  readonly ms: number;
  /** Ads that are held. */
  readonly ads: number;
  readonly bytes: number;
  /** The longest time that nothing else of the process could run. */
  readonly longestTaskMs: number;
}

/** Loads the market once more, as a process does that has just begun. */
export async function measureLoad({ orm }: Core): Promise<{ readonly columns: MarketColumns; readonly load: Load }> {
  const mirror = new MarketMirror({ em: orm.em, since: () => SINCE });
  const before = measureMemory();
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delays.enable();
  const ms = await timed(() => mirror.current());
  delays.disable();
  const after = measureMemory();
  const { columns } = await mirror.current();
  const bytes = after.objects + after.buffers - before.objects - before.buffers;
  return { columns, load: { ms, ads: columns.size, bytes, longestTaskMs: delays.max / 1e6 } };
}

/** What any statement takes: the way to the database and back. */
export function measureWay({ orm }: Core, samples: number): Promise<Summary> {
  const em = orm.em.fork();
  return measureEach(Array.from({ length: samples }), () => em.execute('select 1'));
}

/** The scan in memory alone. */
export function measureScan(columns: MarketColumns, filters: readonly FilterCriteria[]): Promise<Summary> {
  return measureEach(filters, (criteria) => columns.find(marketQuery(criteria), SINCE, 10));
}

/** How long a look takes after so many ads, of all brands, were given another price. */
export async function measureChanges({ orm, clock, run }: Core, changed: number, rounds: number): Promise<Summary> {
  const search = new AdSearch({ em: orm.em, clock });
  await run(() => search.warm());
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await orm.em
      .fork()
      .execute(
        'update ads set price = price + 10 where id in (select id from ads where gone_at is null limit ? offset ?)',
        [changed, round * changed],
      );
    samples.push(await timed(() => run(() => search.warm())));
  }
  return summarise(samples);
}

export interface SqlComparison {
  readonly ours: Summary;
  readonly sql: Summary;
  /** Filters to which the two did not answer the same. */
  readonly wrong: number;
  readonly tableReads: TableReads;
}

/** The product and the database alone take turns on each filter. */
export async function compareWithSql(core: Core, filters: readonly FilterCriteria[]): Promise<SqlComparison> {
  const em = core.orm.em.fork();
  for (const index of COVERING_INDEXES) await em.execute(index);
  await em.execute('vacuum (analyze) ads');
  await core.run(() => core.adSearch.warm());
  const [ours, sql]: [number[], number[]] = [[], []];
  let wrong = 0;
  for (const criteria of filters) {
    let found: Preview | null = null;
    ours.push(await timed(async () => (found = await core.run(() => core.adSearch.preview(criteria)))));
    let inSql: Awaited<ReturnType<typeof searchInSql>> | null = null;
    sql.push(await timed(async () => (inSql = await searchInSql(em, criteria, NOW))));
    if (JSON.stringify(found && answerOf(found)) !== JSON.stringify(inSql)) wrong++;
  }
  const tableReads = await countTableReads(em, filters.slice(0, EXPLAINED), NOW);
  return { ours: summarise(ours), sql: summarise(sql), wrong, tableReads };
}

function answerOf({ matching, perWeek, sample }: Preview) {
  return { matching, perWeek, newest: sample.map(({ ad }) => ad.id) };
}
