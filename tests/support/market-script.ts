import fc from 'fast-check';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type { MarketWorld, StoredAd } from './market-world.ts';
import { someCriteria, someFacts } from './match-arbitraries.ts';

/** On and beside the days that decide. */
const someDays = fc.constantFrom(0, 1, 5, 27.9, 28, 28.1, 59.9, 60, 60.1, 90);
const maybeDays: fc.Arbitrary<number | null> = fc.option(someDays, { freq: 2 });

const someAd: fc.Arbitrary<StoredAd> = fc.record({
  facts: someFacts,
  isNews: fc.boolean(),
  postedAt: maybeDays,
  firstSeenAt: someDays,
  renewedAt: maybeDays,
});

const someChange = fc.oneof(
  { weight: 3, arbitrary: fc.record({ facts: someFacts }) },
  { weight: 2, arbitrary: fc.record({ goneAt: maybeDays }) },
  { weight: 1, arbitrary: fc.record({ supersededAt: maybeDays }) },
  { weight: 2, arbitrary: fc.record({ renewedAt: maybeDays }) },
  { weight: 1, arbitrary: fc.record({ postedAt: maybeDays }) },
  { weight: 1, arbitrary: fc.record({ firstSeenAt: someDays }) },
);

type Step =
  | { readonly kind: 'store'; readonly ad: StoredAd }
  | { readonly kind: 'change'; readonly place: number; readonly change: StoredAd }
  | { readonly kind: 'touch' | 'delete'; readonly place: number }
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'warm' }
  | { readonly kind: 'ask'; readonly criteria: FilterCriteria };

/** Half of them wide enough to find what has just happened. */
const someQuestion = fc.oneof(someCriteria, fc.constantFrom(NO_CRITERIA, { ...NO_CRITERIA, carBrand: 'bmw' }));
const somePlace = fc.nat(1_000);
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('store' as const), ad: someAd }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('change' as const), place: somePlace, change: someChange }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('touch', 'delete'), place: somePlace }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(0.1, 0.9, 3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('warm' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), criteria: someQuestion }) },
);

/** What may happen to a store of ads, and what is asked in between. */
export function someMarketScript(steps: number): fc.Arbitrary<Step[]> {
  return fc.array(someStep, { minLength: steps, maxLength: steps });
}

/** Plays it on an empty store; each answer must be that of the database alone. Answers how many ads were found. */
export async function runMarketScript(market: MarketWorld, script: readonly Step[]): Promise<number> {
  const ids: number[] = [];
  let found = 0;
  for (const step of script) {
    if (step.kind === 'store') ids.push(await market.store(step.ad));
    else if (step.kind === 'wait') market.clock.advance(step.days * 86_400_000);
    else if (step.kind === 'warm') await market.search.warm();
    else if (step.kind === 'ask') found += await market.expectSameInSql(step.criteria);
    else if (ids.length > 0) await happen(market, ids[step.place % ids.length] as number, step);
  }
  return found;
}

async function happen(market: MarketWorld, id: number, step: Extract<Step, { place: number }>): Promise<void> {
  if (step.kind === 'change') await market.change(id, step.change);
  else if (step.kind === 'delete') await market.execute('delete from ads where id = ?', [id]);
  else
    await market.execute('update ads set last_seen_at = now(), missed_sweeps = missed_sweeps + 1 where id = ?', [id]);
}
