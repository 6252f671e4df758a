import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Ad } from '#core/ads/ad.entity.ts';
import { adCondition } from '#core/ads/ad-condition.ts';
import { AdSearch } from '#core/ads/ad-search.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { type Database, runInFork } from '#core/db/open.ts';
import { matchableCriteria } from '#core/filters/filter-criteria.ts';
import { matches } from '#core/matching/matches.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const DAY_MS = 86_400_000;

let database: Database;
const clock = createTestClock();

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await execute('delete from ad_events');
  await execute('delete from ads');
});

const execute = (sql: string, params: unknown[] = []) => database.orm.em.fork().execute<{ id: string }[]>(sql, params);
const search = <T>(ask: (search: AdSearch) => Promise<T>) =>
  runInFork(database.orm, () => ask(new AdSearch({ em: database.orm.em, clock })));
const preview = (criteria: Partial<FilterCriteria> = {}) => search((it) => it.preview({ ...NO_CRITERIA, ...criteria }));

type Times = Partial<Record<'firstSeenAt' | 'postedAt' | 'goneAt' | 'supersededAt', number>>;

/** Stores an ad that is news and whose times are so many days ago; first seen today unless told otherwise. */
async function stored(facts: Partial<AdFacts>, daysAgo: Times = {}): Promise<number> {
  const id = await known(facts, daysAgo);
  await anAdEvent(database.orm, id);
  return id;
}

/** The same for an ad that the first sweep found. */
async function known(facts: Partial<AdFacts>, daysAgo: Times = {}): Promise<number> {
  const id = await anAd(database.orm, facts);
  const times = Object.entries({ firstSeenAt: 0, ...daysAgo });
  const at = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const changes = Object.fromEntries(times.map(([name, days]) => [name, at(days)]));
  await database.orm.em.fork().nativeUpdate(Ad, { id }, changes);
  return id;
}

describe('the ads that a filter finds', () => {
  it('are exactly those that the predicate matches', async () => {
    const cars = fc.sample(someFacts, { numRuns: 300, seed: 7 });
    const ads = new Map<number, AdFacts>();
    for (const facts of cars) ads.set(await anAd(database.orm, facts), facts);
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(someCriteria, async (criteria) => {
        const { sql, params } = adCondition(criteria);
        const found = await execute(`select id from ads where ${sql} order by id`, [...params]);
        const matchable = matchableCriteria(criteria);
        const expected = [...ads].filter(([, facts]) => matches(matchable, facts)).map(([id]) => id);
        expect(found.map(({ id }) => Number(id))).toEqual(expected);
        expect((await preview(criteria)).matching).toBe(expected.length);
        hits += expected.length;
      }),
      { numRuns: 400, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(1_000);
  }, 60_000);

  it('are on the market', async () => {
    const here = await stored({ brand: 'bmw' });
    await stored({ brand: 'bmw' }, { goneAt: 1 });
    await stored({ brand: 'bmw' }, { supersededAt: 1 });
    const { matching, sample } = await preview({ carBrand: 'bmw' });
    expect(matching).toBe(1);
    expect(sample.map(({ ad }) => ad.id)).toEqual([here]);
  });

  it('are shown from the newest, with their prices', async () => {
    const old = await stored({}, { firstSeenAt: 1, postedAt: 30 });
    const unposted = await stored({}, { firstSeenAt: 2 });
    const fresh = await stored({}, { firstSeenAt: 3, postedAt: 0 });
    for (const [days, price] of [
      [9, 7_000],
      [2, 6_500],
    ] as const)
      await execute('insert into ad_prices (ad_id, seen_at, price) values (?, ?, ?)', [
        fresh,
        new Date(clock.now().getTime() - days * DAY_MS),
        price,
      ]);
    const { sample } = await preview();
    expect(sample.map(({ ad }) => ad.id)).toEqual([fresh, unposted, old]);
    expect(sample.map(({ prices }) => prices.map(({ price }) => price))).toEqual([[7_000, 6_500], [], []]);
    for (let count = 0; count < 9; count += 1) await stored({});
    expect((await preview()).sample).toHaveLength(10);
  });

  it('are none in an empty store', async () => {
    expect(await preview()).toEqual({ matching: 0, perWeek: 0, sample: [] });
    expect(await search((it) => it.histogram(NO_CRITERIA))).toEqual({ price: null, year: null });
  });
});

describe('the new ads a week', () => {
  it('are those of four weeks, also where they have gone since', async () => {
    await stored({ brand: 'audi' }, { firstSeenAt: 60 });
    await stored({ brand: 'bmw' }, { firstSeenAt: 29 });
    for (const days of [1, 10, 27]) await stored({ brand: 'bmw' }, { firstSeenAt: days });
    await stored({ brand: 'bmw' }, { firstSeenAt: 20, goneAt: 2 });
    expect((await preview({ carBrand: 'bmw' })).perWeek).toBe(1);
    await stored({ brand: 'bmw' }, { firstSeenAt: 5 });
    expect((await preview({ carBrand: 'bmw' })).perWeek).toBe(1.3);
  });

  it('are measured by the age of a young store', async () => {
    for (let count = 0; count < 5; count += 1) await stored({}, { firstSeenAt: 3.5 });
    expect((await preview()).perWeek).toBe(10);
  });

  it('do not count what a first sweep found', async () => {
    for (let count = 0; count < 5; count += 1) await known({}, { firstSeenAt: 3.5 });
    await stored({}, { firstSeenAt: 1 });
    expect((await preview()).perWeek).toBe(2);
  });

  it('are never measured by less than a day', async () => {
    await stored({}, { firstSeenAt: 0.01 });
    expect((await preview()).perWeek).toBe(7);
  });
});

it('prices and years are spread over what the filter finds without these two ranges', async () => {
  for (let n = 0; n < 30; n += 1) await stored({ brand: 'bmw', price: 5_000 + n * 100, year: n < 19 ? 2010 : null });
  await stored({ brand: 'bmw', price: null, year: null });
  await stored({ brand: 'audi', price: 1, year: 1990 });
  await stored({ brand: 'bmw', price: 1, year: 1990 }, { goneAt: 1 });
  const { price, year } = await search((it) =>
    it.histogram({ ...NO_CRITERIA, carBrand: 'bmw', priceMax: 5_500, yearMin: 2015 }),
  );
  expect(price?.total).toBe(30);
  expect(price?.bars[0]).toEqual({ from: 5_000, to: 5_100, count: 1 });
  expect(price?.bars).toHaveLength(30);
  expect(year).toBeNull();
});
