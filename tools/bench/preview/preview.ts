import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { createWorkload } from '../matching/workload.ts';
import { many, tableOf, timeText } from '../summary.ts';
import { atMost, type Target, targetsText } from '../targets.ts';
import {
  compareWithSql,
  type Load,
  measureChanges,
  measureEach,
  measureLoad,
  measureScan,
  measureWay,
} from './measure.ts';
import { type PreviewWorld, startPreviewWorld } from './preview-world.ts';
import type { MarketAmounts } from './seed-market.ts';
import { tableReadsText } from './table-reads.ts';

/** Any; the same one makes the same market and the same filters. */
const SEED = 2026;
const CHANGED = 1_000;

interface Plan {
  readonly amounts: MarketAmounts;
  readonly filters: number;
  readonly rounds: number;
}

const FULL: Plan = {
  amounts: { onMarket: 100_000, recentlyGone: 40_000, longGone: 200_000 },
  filters: 2_000,
  rounds: 30,
};
const QUICK: Plan = { amounts: { onMarket: 10_000, recentlyGone: 4_000, longGone: 20_000 }, filters: 200, rounds: 5 };

/** How long the count takes that follows a filter while somebody puts it together. */
export async function benchPreview(options: { quick: boolean; circumstances: string }): Promise<string> {
  const plan = options.quick ? QUICK : FULL;
  const world = await startPreviewWorld(SEED, plan.amounts);
  try {
    const figures = await measure(world, plan);
    return report(figures, plan, options.circumstances);
  } finally {
    await world.close();
  }
}

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure({ app: { core }, askOverHttp }: PreviewWorld, { filters: count, rounds }: Plan) {
  const workload = createWorkload(SEED);
  const filters = Array.from({ length: count }, () => workload.filter().criteria);
  // The process loads the market by itself as it starts: first that, then another time alone.
  await core.run(() => core.adSearch.warm());
  const { columns, load } = await measureLoad(core);
  const preview = (criteria: FilterCriteria) => core.run(() => core.adSearch.preview(criteria));
  const bodies = filters.map((criteria) => JSON.stringify({ filters: criteria }));
  // For the compiler.
  await measureEach(filters, preview);
  await measureEach(bodies.slice(0, count / 4), askOverHttp);
  return {
    load,
    preview: await measureEach(filters, preview),
    scan: await measureScan(columns, filters),
    way: await measureWay(core, count),
    histogram: await measureEach(filters, (criteria) => core.run(() => core.adSearch.histogram(criteria))),
    http: await measureEach(bodies, askOverHttp),
    changes: await measureChanges(core, CHANGED, rounds),
    sql: await compareWithSql(core, filters),
  };
}

function report(figures: Figures, { amounts, filters }: Plan, circumstances: string): string {
  const { load, preview, scan, way, histogram, http, changes, sql } = figures;
  return `
## How many cars a filter finds
${many(amounts.onMarket)} ads on the market, ${many(amounts.recentlyGone)} that have left it within four weeks and
${many(amounts.longGone)} older ones, and ${many(filters)} filters, all by a generator with a fixed seed, one filter after another.
${circumstances}

${tableOf([
  { name: 'the preview: count, weekly rate, the newest ten with their prices', summary: preview },
  { name: 'of that, the scan in memory', summary: scan },
  { name: 'a statement that asks for nothing; the preview makes two', summary: way },
  { name: 'the preview over HTTP, to the last byte', summary: http },
  { name: 'prices and years for the histogram', summary: histogram },
  { name: `a look after ${many(CHANGED)} ads were changed`, summary: changes },
])}

The same three answers by one SQL statement over covering indexes made for it, and without the ads' texts and prices;
it is not prepared, as its text is the filter's own. The two took turns on each filter. Different answers: ${sql.wrong}.
${tableReadsText(sql.tableReads)}

${tableOf([
  { name: 'the preview', summary: sql.ours },
  { name: 'count, rate and ids by SQL', summary: sql.sql },
])}

${loadText(load)}

${targetsText(targetsOf(figures))}`;
}

function loadText({ ms, ads, bytes, longestTaskMs }: Load): string {
  return `A process that begins loads ${many(ads)} ads in ${timeText(ms)} beside what else it does; nothing of it waited longer than
${timeText(longestTaskMs)}. They take ${Math.round(bytes / 1e6)} MB.`;
}

function targetsOf({ preview, scan, way, sql }: Figures): Target[] {
  const profile = `the scan takes ${timeText(scan.p50)} of the median and ${timeText(scan.p99)} of p99; the rest are two statements, of which one that asks for nothing takes ${timeText(way.p50)} and ${timeText(way.p99)}.`;
  return [
    atMost({ what: 'the preview, median', limit: 1, value: preview.p50, text: timeText, profile }),
    atMost({ what: 'the preview, p99', limit: 10, value: preview.p99, text: timeText, profile }),
    atMost({ what: 'answers that differ from those of the database', limit: 0, value: sql.wrong, text: String }),
  ];
}
