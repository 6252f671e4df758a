import type { EntityManager } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AdSearch } from '#core/ads/ad-search.ts';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { runMarketScript, someMarketScript } from '#tests/support/market-script.ts';
import { MarketWorld } from '#tests/support/market-world.ts';

let market: MarketWorld;
beforeAll(async () => {
  market = await MarketWorld.open();
});
afterAll(() => market.close());
beforeEach(() => market.execute('delete from ads'));

const BMW = { facts: { brand: 'bmw', price: 9_000 } };
const count = async (search?: AdSearch) =>
  (await market.preview({ carBrand: 'bmw', priceMax: 9_500 }, search)).matching;
const setPrice = 'update ads set price = ? where id = ?';
const changedXid = async () =>
  (await market.execute<{ xid: string }>('select max(changed_xid) as xid from ads'))[0]?.xid;

/** A transaction that stands open, on a connection of its own. */
async function begin(): Promise<EntityManager> {
  const em = market.database.orm.em.fork();
  await em.begin();
  return em;
}

/** A search that counts its statements, and whose answers can be held back. */
function watchedSearch() {
  const em = market.database.orm.em.fork();
  const watch = { statements: 0, answered: () => {}, gate: Promise.resolve() };
  const execute = async (...call: Parameters<EntityManager['execute']>) => {
    watch.statements += 1;
    const rows = await em.execute(...call);
    watch.answered();
    await watch.gate;
    return rows;
  };
  const watched = { fork: () => ({ execute }), execute } as unknown as EntityManager;
  return Object.assign(watch, { search: new AdSearch({ em: watched, clock: market.clock }) });
}

it('the market in memory is that of the table, whatever happens to the ads', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(someMarketScript(60), async (script) => {
      await market.execute('delete from ads');
      found += await runMarketScript(market, script);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(100);
}, 60_000);

describe('transactions at one moment', () => {
  it('are all seen, also where the one that began first is committed last', async () => {
    const [early, late] = [
      await market.store({ facts: { brand: 'bmw' } }),
      await market.store({ facts: { brand: 'bmw' } }),
    ];
    const other = market.anotherSearch();
    expect(await count()).toBe(0);
    const [first, second] = [await begin(), await begin()];
    await first.execute(setPrice, [9_000, early]);
    await second.execute(setPrice, [9_000, late]);
    await second.commit();
    expect([await count(), await count()]).toEqual([1, 1]);
    expect(await count(other)).toBe(1);
    await first.commit();
    expect([await count(), await count(other)]).toEqual([2, 2]);
  });

  it('are all seen where the later number was the earlier change of one ad', async () => {
    const ads = [
      await market.store({ facts: { brand: 'bmw' } }),
      await market.store({ facts: { brand: 'bmw' } }),
    ] as const;
    expect(await count()).toBe(0);
    const [first, second] = [await begin(), await begin()];
    await first.execute(setPrice, [9_100, ads[0]]);
    await second.execute(setPrice, [9_000, ads[1]]);
    await second.commit();
    expect(await count()).toBe(1);
    // In the same ad after the other, and with the lower number.
    await first.execute(setPrice, [9_900, ads[1]]);
    expect(await count()).toBe(1);
    await first.commit();
    expect(await count()).toBe(1);
    expect((await market.preview({ carBrand: 'bmw', priceMin: 9_900 })).matching).toBe(1);
  });

  it('leave nothing behind when they are rolled back', async () => {
    const id = await market.store(BMW);
    expect(await count()).toBe(1);
    const lost = await begin();
    await lost.execute(setPrice, [20_000, id]);
    await lost.execute('delete from ads where id = ?', [id]);
    expect(await count()).toBe(1);
    await lost.rollback();
    expect(await count()).toBe(1);
    await market.execute(setPrice, [20_000, id]);
    expect(await count()).toBe(0);
  });

  it('are seen when they delete', async () => {
    const [id] = [await market.store(BMW), await market.store(BMW)];
    expect(await count()).toBe(2);
    const deleting = await begin();
    await deleting.execute('delete from ads where id = ?', [id]);
    await market.store(BMW);
    expect(await count()).toBe(3);
    await deleting.commit();
    expect(await count()).toBe(2);
  });
});

describe('those who ask', () => {
  it('see what was committed before they asked, though a look is under way, and share the next one', async () => {
    const watched = watchedSearch();
    expect(await count(watched.search)).toBe(0);
    const [gate, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    Object.assign(watched, { gate: gate.promise, answered: answered.resolve });
    const before = watched.statements;
    const underWay = count(watched.search);
    await answered.promise;
    await market.store(BMW);
    const later = Array.from({ length: 50 }, () => count(watched.search));
    gate.resolve();
    expect(await Promise.all([underWay, ...later])).toEqual([0, ...later.map(() => 1)]);
    // Two looks, the ad that was found, the age of the store, and the sample of each who found it.
    expect(watched.statements - before).toBe(4 + later.length);
  });

  it('ask once where nothing has changed', async () => {
    await market.store(BMW);
    // Somebody else on the server may hold the marks below the number it has now.
    await market.execute("update ads set changed_xid = '3'");
    const watched = watchedSearch();
    await watched.search.warm();
    const before = watched.statements;
    await market.preview({ carBrand: 'audi' }, watched.search);
    expect(watched.statements - before).toBe(1);
  });

  it('are told of a failure, and the next ones get everything', async () => {
    await market.store(BMW);
    expect(await count()).toBe(1);
    await market.execute('alter table market_state rename to elsewhere');
    await market.store(BMW);
    const asked = await Promise.allSettled([count(), count(), market.search.warm()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(count(market.anotherSearch())).rejects.toThrow();
    await market.execute('alter table elsewhere rename to market_state');
    expect(await count()).toBe(2);
  });

  it('get all ads, however many there are or have changed', async () => {
    const days = 86_400;
    await market.execute(
      `insert into ads (source, external_id, url, url_key, fingerprint, brand, price, details_state, posted_at,
        first_seen_at, last_seen_at)
      select 'many', n, n, n, n, 'bmw', n, 'done', ?::timestamptz - n * interval '1 second', ?, now()
      from generate_series(1, 5000) as n`,
      [market.clock.now(), market.daysAgo(8)],
    );
    const watched = watchedSearch();
    await watched.search.warm();
    expect((await market.preview({ carBrand: 'bmw' }, watched.search)).matching).toBe(5_000);
    await market.execute('update ads set price = price + 1000 where brand = ?', ['bmw']);
    expect(await market.expectSameInSql({ ...NO_CRITERIA, carBrand: 'bmw', priceMin: 5_900 }, watched.search)).toBe(
      101,
    );
    market.clock.advance(60 * days * 1000 - 2_500_000);
    await watched.search.warm();
    expect((await market.preview({}, watched.search)).matching).toBe(2_500);
    market.clock.advance(-(60 * days * 1000 - 2_500_000));
    expect((await market.preview({}, watched.search)).matching).toBe(5_000);
  });
});

it('a clock that was ahead for a while leaves nothing out when it is right again', async () => {
  const right = market.clock.now();
  await market.store(BMW);
  expect(await count()).toBe(1);
  market.clock.set(new Date(right.getTime() + 90 * 86_400_000));
  await market.search.warm();
  expect(await count()).toBe(0);
  await market.store(BMW);
  market.clock.set(right);
  expect(await count()).toBe(2);
  await market.search.warm();
  expect(await count()).toBe(2);
});

describe('the number of the last change', () => {
  it('stays when an ad is merely seen again', async () => {
    const id = await market.store(BMW);
    const before = await changedXid();
    await market.execute('update ads set last_seen_at = now(), missed_sweeps = 0, price = price where id = ?', [id]);
    await market.execute("update ads set title = 'BMW', photo = null, updated_at = now() where id = ?", [id]);
    expect(await changedXid()).toBe(before);
    await market.change(id, { renewedAt: 0 });
    expect(await changedXid()).not.toBe(before);
  });

  it('may be of another server', async () => {
    const ids = [await market.store(BMW), await market.store(BMW)] as const;
    await market.execute("update ads set changed_xid = '900000000000' where id = ?", [ids[0]]);
    await market.execute("update ads set changed_xid = '3' where id = ?", [ids[1]]);
    const restored = market.anotherSearch();
    expect([await count(restored), await count(restored)]).toEqual([2, 2]);
    for (const id of ids) await market.change(id, { goneAt: 0 });
    expect(await count(restored)).toBe(0);
  });
});
