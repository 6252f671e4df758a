import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { MatchIndex } from '#core/matching/match-index.ts';
import { matches } from '#core/matching/matches.ts';
import { drawEdgeAd, drawEdgeCriteria } from './edge-cases.ts';
import { ascending, isSame, type Matcher } from './matcher.ts';
import { RandomStream } from './random-stream.ts';

/** Answers that were compared with those of the definition, and how many of them were others. */
export interface Exactness {
  readonly checked: number;
  readonly wrong: number;
  /** Filters found in all of them, so that it can be seen that something was there to be found. */
  readonly hits: number;
}

const EDGE_STREAM = 3;
const IDS = 400;
const ADS_A_ROUND = 100;
const CHANGES_A_ROUND = 60;

export async function checkMatcher(matcher: Matcher, right: Matcher, ads: readonly AdFacts[]): Promise<Exactness> {
  let [wrong, hits] = [0, 0];
  for (const ad of ads) {
    const expected = ascending(await right.match(ad));
    if (!isSame(ascending(await matcher.match(ad)), expected)) wrong++;
    hits += expected.length;
  }
  return { checked: ads.length, wrong, hits };
}

/** Rounds of filters added, changed and removed, with ads between that meet them at the edges. */
export function checkEdges(seed: number, checks: number): Exactness {
  const random = new RandomStream(seed, EDGE_STREAM);
  const known = new Map<number, FilterCriteria>();
  let index = new MatchIndex();
  let [checked, wrong, hits] = [0, 0, 0];
  while (checked < checks) {
    for (let change = 0; change < CHANGES_A_ROUND; change++) changeOne(random, known, index);
    if (random.chance(20)) index = rebuilt(known);
    for (let n = 0; n < ADS_A_ROUND; n++, checked++) {
      const ad = drawEdgeAd(random);
      const expected = ascending([...known].filter(([, criteria]) => matches(criteria, ad)).map(([id]) => id));
      if (!isSame(ascending(index.match(ad)), expected)) wrong++;
      hits += expected.length;
    }
  }
  return { checked, wrong, hits };
}

function changeOne(random: RandomStream, known: Map<number, FilterCriteria>, index: MatchIndex): void {
  const id = random.whole(1, IDS);
  if (random.chance(30)) {
    known.delete(id);
    index.remove(id);
    return;
  }
  const criteria = drawEdgeCriteria(random);
  known.set(id, criteria);
  index.upsert(id, criteria);
}

function rebuilt(known: Map<number, FilterCriteria>): MatchIndex {
  const index = new MatchIndex();
  index.build(known);
  return index;
}
