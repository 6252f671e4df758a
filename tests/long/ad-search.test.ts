import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { createWorkload } from '#tools/bench/matching/workload.ts';
import { runMarketScript, someMarketScript } from '../support/market-script.ts';
import { MarketWorld } from '../support/market-world.ts';

const WRITERS = 5;
const CARS = 4_000;

let market: MarketWorld;
beforeAll(async () => {
  market = await MarketWorld.open();
});
afterAll(() => market.close());
beforeEach(() => market.execute('delete from ads'));

/** A number that looks random and is the same in each run. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Transactions of a few changes; those that draw a rollback leave nothing behind. */
async function write(seed: number, rounds: number): Promise<void> {
  const draw = draws(seed);
  const changes = ['price = ?', 'year = 1990 + ? % 30', 'gone_at = case when ? % 2 = 0 then now() end', 'mileage = ?'];
  for (let round = 0; round < rounds; round++) {
    const em = market.database.orm.em.fork();
    await em.begin();
    // Each drew its number before it waits for others: they are committed in another order.
    await em.execute('select pg_current_xact_id()');
    // In the order of the ids, so that none waits for another in a circle.
    const places = Array.from({ length: 1 + draw(6) }, () => draw(CARS)).sort((a, b) => a - b);
    for (const place of places) {
      const change = changes[draw(changes.length)];
      await em.execute(`update ads set ${change} where id = (select min(id) + ? from ads)`, [draw(30_000), place]);
    }
    if (draw(5) === 0) await em.rollback();
    else await em.commit();
  }
}

describe('the market in memory', () => {
  it('is that of the table, whatever happens to the ads', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(someMarketScript(400), async (script) => {
        await market.execute('delete from ads');
        found += await runMarketScript(market, script);
      }),
      { numRuns: 40, endOnFailure: true },
    );
    expect(found).toBeGreaterThan(5_000);
  });

  it('loses nothing while many write at once, in two processes', async () => {
    const workload = createWorkload(11);
    for (let count = 0; count < CARS; count++) await market.store({ facts: workload.ad(), firstSeenAt: 8 });
    const searches = [market.search, market.anotherSearch()];
    for (let wave = 0; wave < 40; wave++) {
      const writing = Array.from({ length: WRITERS }, (_, n) => write(wave * WRITERS + n + 1, 25));
      let isOver = false;
      const written = Promise.all(writing).finally(() => {
        isOver = true;
      });
      while (!isOver) for (const search of searches) await market.preview({ priceMax: 10_000 }, search);
      await written;
      const questions = [NO_CRITERIA, { ...NO_CRITERIA, priceMax: 9_000, yearMin: 2010 }];
      for (const criteria of [...questions, workload.filter().criteria])
        for (const search of searches) await market.expectSameInSql(criteria, search);
    }
  });
});
