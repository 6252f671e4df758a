import type pg from 'pg';
import type { AdFacts } from '#core/contracts/ad.ts';
import { type AloneRow, runAlone } from './alone.ts';
import { checkMatcher, type Exactness } from './exactness.ts';
import { createIndexMatcher } from './index-matcher.ts';
import type { Matcher } from './matcher.ts';
import { createNaiveMatcher } from './naive-matcher.ts';
import { PostingTable } from './posting-table.ts';
import { createMingoMatcher, createSiftMatcher } from './query-matchers.ts';
import { activeFilters } from './saved-filters.ts';
import { type Contestant, type TurnRow, takeTurns, warmUp } from './turns.ts';
import { createScanningSql, createTypicalSql } from './typical-sql.ts';
import { createWorkload } from './workload.ts';

/** How many filters a stage has, and how many ads its parts take. */
export interface StageSize {
  readonly saved: number;
  /** Ads on which every method takes its turn. */
  readonly turns: number;
  /** Ads of those that `sift` and `mingo` take part in; none: they are not loaded either. */
  readonly slowTurns: number;
  /** Ads that a method gets alone, at most, */
  readonly alone: number;
  /** and after how many milliseconds it gets no more. */
  readonly patienceMs: number;
  /** Ads whose answer is compared with the definition, beside those of the turns. */
  readonly checked: number;
}

export interface StageFigures {
  readonly size: StageSize;
  /** Filters that are active. */
  readonly active: number;
  /** How long the index takes to be built of filters in memory. */
  readonly buildMs: number;
  /** The index first, the definition last; so also below. */
  readonly turns: readonly TurnRow[];
  readonly alone: readonly AloneRow[];
  readonly exactness: Exactness;
}

/** Connections to the same database; the second one is told not to use indexes. */
export type Clients = readonly [pg.ClientBase, pg.ClientBase];

const WARM_UP_ADS = 300;

/** All methods with the same filters and the same ads. */
export async function runStage(clients: Clients, seed: number, size: StageSize): Promise<StageFigures> {
  const filters = [...activeFilters(seed, size.saved)];
  const [index, right] = [createIndexMatcher(), createNaiveMatcher()];
  const contestants = await contestantsOf(clients, size, index, right);
  const { ad } = createWorkload(seed);
  const [warmUpAds, ads] = [draw(ad, WARM_UP_ADS), draw(ad, Math.max(size.turns + size.checked, size.alone))];
  const start = performance.now();
  await index.load(filters);
  const buildMs = performance.now() - start;
  for (const { matcher } of contestants) {
    if (matcher !== index) await matcher.load(filters);
    await warmUp(matcher, warmUpAds);
  }
  const turns = await takeTurns(contestants, ads.slice(0, size.turns));
  const alone: AloneRow[] = [];
  for (const { matcher } of contestants) alone.push(await runAlone(matcher, ads.slice(0, size.alone), size.patienceMs));
  const exactness = await checkMatcher(index, right, ads.slice(size.turns, size.turns + size.checked));
  return { size, active: filters.length, buildMs, turns, alone, exactness };
}

async function contestantsOf(
  [client, scanning]: Clients,
  { turns, slowTurns }: StageSize,
  first: Matcher,
  last: Matcher,
): Promise<Contestant[]> {
  const sql = [new PostingTable(client), createTypicalSql(client), await createScanningSql(scanning)];
  const slow = slowTurns > 0 ? [createSiftMatcher(), createMingoMatcher()] : [];
  return [
    { matcher: first, ads: turns },
    ...sql.map((matcher) => ({ matcher, ads: turns })),
    ...slow.map((matcher) => ({ matcher, ads: slowTurns })),
    { matcher: last, ads: turns },
  ];
}

function draw(ad: () => AdFacts, count: number): AdFacts[] {
  return Array.from({ length: count }, ad);
}
