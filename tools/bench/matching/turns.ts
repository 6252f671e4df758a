import type { AdFacts } from '#core/contracts/ad.ts';
import { type Summary, summarise } from '../summary.ts';
import { preemptions } from './interruptions.ts';
import { ascending, type Ids, isSame, type Matcher, type MethodName } from './matcher.ts';

export interface Contestant {
  readonly matcher: Matcher;
  /** How many of the ads it takes part in: the slowest would hold up all others. */
  readonly ads: number;
}

export interface TurnRow {
  readonly name: MethodName;
  readonly summary: Summary;
  /** Ads of which it found other filters than the definition of a match. */
  readonly wrong: number;
  /** How many times the median of the index, over the ads that both had. */
  readonly ratioOfMedians: number;
  /** The median of how many times the index it took, ad by ad. */
  readonly medianOfRatios: number;
  /** Of the ads during which the system did not take the processor away from this process. */
  readonly undisturbed: Summary;
}

interface Turn {
  readonly ms: number;
  readonly isDisturbed: boolean;
  readonly ids: Uint32Array;
}

/** Before figures count, code is compiled and plans are made. */
const WARM_UP_ADS = 300;
const WARM_UP_MS = 400;
/** PostgreSQL settles on the plan of a prepared statement after five executions. */
const WARM_UP_AT_LEAST = 6;

/** Until it is as fast as it gets, or so long. */
export async function warmUp(matcher: Matcher, ads: readonly AdFacts[]): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  for (const [n, ad] of ads.slice(0, WARM_UP_ADS).entries()) {
    if (n >= WARM_UP_AT_LEAST && performance.now() > until) return;
    await matcher.match(ad);
  }
}

/**
 * Every method takes its turn on each ad. The first contestant is the one that the others are compared with; the last
 * one is right, and as it reads every filter, it leaves nothing of the first one's in the caches.
 */
export async function takeTurns(contestants: readonly Contestant[], ads: readonly AdFacts[]): Promise<TurnRow[]> {
  const columns = contestants.map(({ matcher }) => ({ name: matcher.name, turns: [] as Turn[], wrong: 0 }));
  for (const [n, ad] of ads.entries()) {
    const found: Uint32Array[] = [];
    for (const [place, { matcher, ads: count }] of contestants.entries()) {
      if (n >= count) continue;
      const turn = await timeMatch(matcher, ad);
      columns[place]?.turns.push(turn);
      found[place] = turn.ids;
    }
    const right = found.at(-1) ?? new Uint32Array();
    for (const [place, ids] of found.entries()) {
      const column = columns[place];
      if (column && ids && !isSame(ids, right)) column.wrong++;
    }
  }
  const first = columns[0]?.turns ?? [];
  return columns.map(({ name, turns, wrong }) => ({ name, wrong, ...compare(turns, first) }));
}

function compare(turns: readonly Turn[], first: readonly Turn[]): Omit<TurnRow, 'name' | 'wrong'> {
  const timesOf = (some: readonly Turn[]) => some.map(({ ms }) => ms);
  const summary = summarise(timesOf(turns));
  const ratios = turns.map(({ ms }, n) => ms / (first[n]?.ms ?? ms));
  return {
    summary,
    ratioOfMedians: summary.p50 / summarise(timesOf(first.slice(0, turns.length))).p50,
    medianOfRatios: summarise(ratios).p50,
    undisturbed: summarise(timesOf(turns.filter(({ isDisturbed }) => !isDisturbed))),
  };
}

/** How long a matcher took for an ad, and what it found, ascending. */
async function timeMatch(matcher: Matcher, ad: AdFacts): Promise<Turn> {
  const before = preemptions();
  const start = performance.now();
  const answer = matcher.match(ad);
  const ids: Ids = answer instanceof Promise ? await answer : answer;
  const ms = performance.now() - start;
  return { ms, isDisturbed: preemptions() > before, ids: ascending(ids) };
}
