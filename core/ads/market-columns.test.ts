import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';
import { createWorkload } from '#tools/bench/matching/workload.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { matchableCriteria } from '../filters/filter-criteria.ts';
import { matches } from '../matching/matches.ts';
import { factColumns } from './ad-facts.ts';
import { MarketColumns } from './market-columns.ts';
import type { MarketAd } from './market-partition.ts';
import { marketQuery } from './market-query.ts';

const SINCE = { fresh: 100, posted: 200 };
const EVERYTHING = marketQuery(NO_CRITERIA);

interface KnownAd {
  readonly facts: AdFacts;
  readonly knownAt: number;
  readonly freshAt: number | null;
  readonly postedAt: number | null;
}

const someTime = fc.constantFrom(99, 99.999999, 100, 199.5, 200, 200.000001, 300);
const someAd: fc.Arbitrary<KnownAd> = fc.record({
  facts: someFacts,
  knownAt: someTime,
  freshAt: fc.option(someTime, { freq: 4 }),
  postedAt: fc.option(someTime, { freq: 4 }),
});
const ids = { min: 1, max: 150 };
/** Mostly additions and edits; no ad: it goes. */
const someChanges = fc.array(fc.tuple(fc.integer(ids), fc.option(someAd, { freq: 5 })), {
  minLength: 100,
  maxLength: 300,
});

function marketAd(id: number, { facts, ...times }: KnownAd): MarketAd {
  return { id, ...factColumns(facts), ...times };
}

function withAds(...ads: readonly (Partial<KnownAd> & { readonly id: number })[]): MarketColumns {
  const columns = new MarketColumns();
  for (const { id, ...ad } of ads)
    columns.upsert(marketAd(id, { facts: unknownCar, knownAt: 300, freshAt: 300, postedAt: 300, ...ad }));
  return columns;
}

describe('the columns', () => {
  it('find exactly what the predicate matches, whatever was changed before', () => {
    let hits = 0;
    const property = fc.property(someChanges, fc.array(someCriteria, { minLength: 20 }), (changes, filters) => {
      const columns = new MarketColumns();
      const known = new Map<number, KnownAd>();
      for (const [id, ad] of changes) {
        if (ad) columns.upsert(marketAd(id, ad));
        else columns.remove(id);
        if (ad) known.set(id, ad);
        else known.delete(id);
      }
      expect(columns.size).toBe(known.size);
      for (const criteria of filters) {
        const wanted = matchableCriteria(criteria);
        const matching = [...known].filter(([, { facts }]) => matches(wanted, facts));
        const onMarket = matching.filter(([, { freshAt }]) => freshAt !== null && freshAt >= SINCE.fresh);
        hits += onMarket.length;
        const newest = onMarket.toSorted(([a, { knownAt: x }], [b, { knownAt: y }]) => y - x || b - a);
        expect(columns.find(marketQuery(criteria), SINCE, 10)).toEqual({
          onMarket: onMarket.length,
          posted: matching.filter(([, { postedAt }]) => postedAt !== null && postedAt >= SINCE.posted).length,
          newest: newest.slice(0, 10).map(([id]) => id),
        });
      }
    });
    fc.assert(property, { numRuns: 100 });
    expect(hits).toBeGreaterThan(1_000);
  });

  it('find what the predicate matches on a market as it may be', () => {
    const workload = createWorkload(5);
    const cars = Array.from({ length: 2_000 }, workload.ad);
    const columns = withAds(...cars.map((facts, n) => ({ id: n + 1, facts })));
    for (let count = 0; count < 200; count++) {
      const { criteria } = workload.filter();
      const expected = cars.filter((facts) => matches(criteria, facts)).length;
      expect(columns.find(marketQuery(criteria), SINCE, 10).onMarket).toBe(expected);
    }
  });

  it('count values as the predicate finds them without the ranges of price and year', () => {
    const property = fc.property(fc.array(someAd, { maxLength: 60 }), someCriteria, (ads, criteria) => {
      const columns = withAds(...ads.map((ad, n) => ({ id: n + 1, ...ad })));
      const open = { priceMin: null, priceMax: null, yearMin: '-', yearMax: '-' } as const;
      const wanted = matchableCriteria({ ...criteria, ...open });
      const found = ads.filter(({ facts, freshAt }) => (freshAt ?? 0) >= SINCE.fresh && matches(wanted, facts));
      const counted = columns.valueCounts(marketQuery(criteria), SINCE);
      for (const fact of ['price', 'year'] as const) {
        const values = Map.groupBy(
          found.flatMap(({ facts }) => facts[fact] ?? []),
          (value) => value,
        );
        const asked = new Map(counted[fact].map(({ value, count }) => [value, count]));
        expect(asked).toEqual(new Map([...values].map(([value, { length }]) => [value, length])));
      }
    });
    fc.assert(property);
  });

  it('hold an ad once, also after its brand has changed', () => {
    const columns = withAds({ id: 1, facts: { ...unknownCar, brand: 'bmw' } });
    columns.upsert(marketAd(1, { facts: { ...unknownCar, brand: 'audi' }, knownAt: 1, freshAt: 300, postedAt: null }));
    expect(columns.size).toBe(1);
    const of = (carBrand: string) => columns.find(marketQuery({ ...NO_CRITERIA, carBrand }), SINCE, 10).onMarket;
    expect([of('bmw'), of('audi')]).toEqual([0, 1]);
  });

  it('grow, and shrink to what still counts for anything', () => {
    const columns = withAds(
      ...Array.from({ length: 1_000 }, (_, n) => ({ id: n + 1, freshAt: n < 400 ? 99 : 100, postedAt: 199 })),
      { id: 2_000, freshAt: null, postedAt: 200 },
    );
    columns.dropBefore(SINCE);
    expect(columns.size).toBe(601);
    expect(columns.find(EVERYTHING, SINCE, 3)).toEqual({ onMarket: 600, posted: 1, newest: [1_000, 999, 998] });
  });

  it('know nothing of an ad that was never there', () => {
    const columns = withAds({ id: 1 });
    columns.remove(2);
    expect(columns.find(EVERYTHING, SINCE, 10).newest).toEqual([1]);
    expect(columns.find(marketQuery({ ...NO_CRITERIA, carBrand: 'bmw' }), SINCE, 10).onMarket).toBe(0);
  });
});
