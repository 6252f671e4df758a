import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdFacts } from '#core/contracts/ad.ts';
import { matchableCriteria } from '#core/filters/filter-criteria.ts';
import { matches } from '#core/matching/matches.ts';
import { MarketWorld } from '#tests/support/market-world.ts';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';

const BMW = { facts: { brand: 'bmw' } };
const DAY_MS = 86_400_000;

let market: MarketWorld;
beforeAll(async () => {
  market = await MarketWorld.open();
});
afterAll(() => market.close());
beforeEach(() => market.execute('delete from ads'));

const countBmw = async () => (await market.preview({ carBrand: 'bmw' })).matching;
const shownIds = async () => (await market.preview()).sample.map(({ ad }) => ad.id);
/** A store that is old enough to tell a rate. */
const oldStore = () => market.store({ firstSeenAt: 200, goneAt: 100 });

describe('the ads that a filter finds', () => {
  it('are exactly those that the predicate matches', async () => {
    const cars = fc.sample(someFacts, { numRuns: 300, seed: 7 });
    const ads = new Map<number, AdFacts>();
    for (const facts of cars) ads.set(await market.store({ facts, firstSeenAt: 8 }), facts);
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(someCriteria, async (criteria) => {
        const wanted = matchableCriteria(criteria);
        const expected = [...ads.values()].filter((facts) => matches(wanted, facts)).length;
        expect(await market.expectSameInSql(criteria)).toBe(expected);
        hits += expected;
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(1_000);
  }, 60_000);

  it('are on the market', async () => {
    const here = await market.store(BMW);
    await market.store({ ...BMW, goneAt: 1 });
    await market.store({ ...BMW, supersededAt: 1 });
    const { matching, sample } = await market.preview({ carBrand: 'bmw' });
    expect(matching).toBe(1);
    expect(sample.map(({ ad }) => ad.id)).toEqual([here]);
  });

  it('were posted or renewed within sixty days', async () => {
    await market.store({ ...BMW, postedAt: 61, firstSeenAt: 1 });
    await market.store({ ...BMW, firstSeenAt: 61 });
    expect(await countBmw()).toBe(0);
    await market.store({ ...BMW, postedAt: 60, firstSeenAt: 70 });
    await market.store({ ...BMW, firstSeenAt: 60 });
    await market.store({ ...BMW, postedAt: 300, renewedAt: 60 });
    await market.store({ ...BMW, postedAt: 2, renewedAt: 300 });
    expect(await countBmw()).toBe(4);
  });

  it('leave when their time has come, though nobody writes, and are back when they are renewed', async () => {
    const id = await market.store({ ...BMW, postedAt: 59 });
    expect(await countBmw()).toBe(1);
    const start = market.clock.now();
    market.clock.advance(DAY_MS);
    expect(await countBmw()).toBe(1);
    market.clock.advance(1);
    expect(await countBmw()).toBe(0);
    await market.search.warm();
    await market.change(id, { renewedAt: 0 });
    expect(await countBmw()).toBe(1);
    market.clock.set(start);
  });

  it('are shown from the newest, with their prices', async () => {
    const old = await market.store({ firstSeenAt: 1, postedAt: 30 });
    const unposted = await market.store({ firstSeenAt: 2 });
    const fresh = await market.store({ firstSeenAt: 3, postedAt: 0 });
    const asFresh = await market.store({ firstSeenAt: 3, postedAt: 0 });
    for (const [days, price] of [
      [2, 6_500],
      [9, 7_000],
    ] as const)
      await market.execute('insert into ad_prices (ad_id, seen_at, price) values (?, ?, ?)', [
        fresh,
        market.daysAgo(days),
        price,
      ]);
    const { sample } = await market.preview();
    expect(sample.map(({ ad }) => ad.id)).toEqual([asFresh, fresh, unposted, old]);
    expect(sample.map(({ prices }) => prices)).toEqual([
      [],
      [
        { price: 7_000, seenAt: market.daysAgo(9) },
        { price: 6_500, seenAt: market.daysAgo(2) },
      ],
      [],
      [],
    ]);
    expect(sample[1]?.ad).toMatchObject({ postedAt: market.daysAgo(0), firstSeenAt: market.daysAgo(3), title: null });
    for (let count = 0; count < 9; count += 1) await market.store();
    expect((await market.preview()).sample).toHaveLength(10);
  });

  it('are known from one look to the next, whatever happened to them', async () => {
    const id = await market.store(BMW);
    expect(await shownIds()).toEqual([id]);
    const other = await market.store({ ...BMW, firstSeenAt: 1 });
    expect(await shownIds()).toEqual([id, other]);
    await market.change(id, { facts: { brand: 'audi' } });
    expect(await countBmw()).toBe(1);
    await market.change(other, { goneAt: 0 });
    expect(await shownIds()).toEqual([id]);
    await market.change(other, { goneAt: null });
    await market.change(id, { supersededAt: 0 });
    expect(await shownIds()).toEqual([other]);
    await market.execute('delete from ads where id = ?', [other]);
    expect(await shownIds()).toEqual([]);
    await market.execute('truncate ads cascade');
    expect((await market.preview()).perWeek).toBeNull();
  });

  it('are none in an empty store', async () => {
    expect(await market.preview()).toEqual({ matching: 0, perWeek: null, sample: [] });
    expect(await market.histogram()).toEqual({ price: null, year: null });
  });
});

describe('the new ads a week', () => {
  const perWeek = async () => (await market.preview({ carBrand: 'bmw' })).perWeek;
  beforeEach(oldStore);

  it('are those posted in four weeks, also where they have gone since', async () => {
    await market.store({ facts: { brand: 'audi' }, postedAt: 5 });
    await market.store({ ...BMW, postedAt: 29 });
    for (const postedAt of [1, 10, 28]) await market.store({ ...BMW, postedAt, firstSeenAt: 40 });
    await market.store({ ...BMW, postedAt: 20, goneAt: 2 });
    expect(await perWeek()).toBe(1);
    await market.store({ ...BMW, postedAt: 5, supersededAt: 1 });
    expect(await perWeek()).toBe(1.3);
  });

  it('count by when they were first seen where they tell no date, but not what a first sweep found', async () => {
    for (let count = 0; count < 4; count += 1) await market.store({ ...BMW, firstSeenAt: 3 });
    await market.store({ ...BMW, firstSeenAt: 29 });
    for (let count = 0; count < 4; count += 1) await market.store({ ...BMW, firstSeenAt: 3, isNews: false });
    expect(await perWeek()).toBe(1);
    for (let count = 0; count < 4; count += 1) await market.store({ ...BMW, postedAt: 3, isNews: false });
    expect(await perWeek()).toBe(2);
  });

  it('are a whole number from ten on', async () => {
    for (let count = 0; count < 39; count += 1) await market.store(BMW);
    expect(await perWeek()).toBe(9.8);
    for (let count = 0; count < 7; count += 1) await market.store(BMW);
    expect(await perWeek()).toBe(12);
  });
});

it('a store younger than a week tells no rate', async () => {
  await market.store({ ...BMW, postedAt: 20, firstSeenAt: 6 });
  expect((await market.preview()).perWeek).toBeNull();
  const start = market.clock.now();
  market.clock.advance(DAY_MS - 1);
  expect((await market.preview()).perWeek).toBeNull();
  market.clock.advance(1);
  expect((await market.preview()).perWeek).toBe(0.3);
  market.clock.set(start);
});

it('prices and years are spread over what the filter finds without these two ranges', async () => {
  for (let n = 0; n < 30; n += 1)
    await market.store({ facts: { brand: 'bmw', price: 5_000 + n * 100, year: n < 19 ? 2010 : null } });
  await market.store({ facts: { brand: 'bmw', price: null, year: null } });
  await market.store({ facts: { brand: 'audi', price: 1, year: 1990 } });
  await market.store({ facts: { brand: 'bmw', price: 1, year: 1990 }, goneAt: 1 });
  await market.store({ facts: { brand: 'bmw', price: 1, year: 1990 }, postedAt: 61 });
  const { price, year } = await market.histogram({ carBrand: 'bmw', priceMax: 5_500, yearMin: 2015 });
  expect(price?.total).toBe(30);
  expect(price?.bars[0]).toEqual({ from: 5_000, to: 5_100, count: 1 });
  expect(price?.bars).toHaveLength(30);
  expect(year).toBeNull();
});
