import { IsolationLevel } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { FilterChanges } from '#core/matching/filter-changes.ts';
import { anAd, anAdEvent, aPriceDrop } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aMatcher, emptyMarket, storedAlerts } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyMarket(database));

function sql(statement: string, params: unknown[] = []) {
  return database.orm.em.fork().execute(statement, params);
}

/** Users with a filter on even or odd years, and ads of both; every third falls in price, every fifth has late details. */
async function aMarket(users: number, ads: number) {
  const told: string[] = [];
  const userOf: number[] = [];
  for (let n = 0; n < users; n += 1) {
    const user = await aUser(database.orm);
    await aFilter(database.orm, user.id, { criteria: { yearMin: 2000 + (n % 2), yearMax: 2000 + (n % 2) } });
    userOf.push(user.id);
  }
  for (let n = 0; n < ads; n += 1) {
    const ad = await anAd(database.orm, { price: 10_000, year: 2000 + (n % 2) });
    const event = await anAdEvent(database.orm, ad);
    if (n % 3 === 0) await aPriceDrop(database.orm, ad, 9000);
    if (n % 5 === 0) await anAdEvent(database.orm, ad, { kind: 'details_completed' });
    for (const [place, user] of userOf.entries()) if (place % 2 === n % 2) told.push(`${user}:${event}`);
  }
  return { userOf, told: told.sort() };
}

async function toldKeys(): Promise<string[]> {
  return (await storedAlerts(database)).map((alert) => `${alert.user}:${alert.event}`).sort();
}
const unmatched = () => sql('select id from ad_events where matched_at is null');

describe('two matchers on one database', () => {
  it('tell everyone once, and an ad that fell or was completed meanwhile no second time', async () => {
    const { told } = await aMarket(6, 180);
    const [one, other] = [aMatcher(database.orm), aMatcher(database.orm)];
    const runs = await Promise.all([one.drain(), other.drain()]);
    // A matcher may come to rest while the other holds the last events; what those held back is left to the next poll.
    await one.drain();
    expect(Math.min(...runs)).toBeGreaterThan(1);
    expect(await unmatched()).toEqual([]);
    expect(await toldKeys()).toEqual(told);
    const alerts = await storedAlerts(database);
    expect(new Set(alerts.map((alert) => alert.says))).toEqual(new Set(['new 10000', 'new 9000']));
  });

  it('lose no hit to filters that are edited, renamed and added meanwhile', async () => {
    const { userOf, told } = await aMarket(4, 120);
    const late = await aUser(database.orm);
    const [one, other] = [aMatcher(database.orm), aMatcher(database.orm)];
    const edit = async () => {
      for (let n = 0; n < 40; n += 1) {
        const user = userOf[n % userOf.length] ?? 0;
        await sql('update filters set price_max = ?, name = ? where user_id = ?', [20_000 + n, `name ${n}`, user]);
        await aFilter(database.orm, late.id);
      }
    };
    await Promise.all([one.drain(), other.drain(), edit()]);
    await one.drain();
    expect(await unmatched()).toEqual([]);
    expect(await toldKeys()).toEqual(told);
  });
});

describe('a matcher that dies', () => {
  it.each(['before_commit', 'after_commit'] as const)(
    '%s leaves the same alerts as one that does not',
    async (place) => {
      const { told } = await aMarket(3, 120);
      let deaths = 0;
      const mortal = aMatcher(database.orm, (name) => {
        if (name !== place || deaths === 3) return;
        deaths += 1;
        throw new Error('died');
      });
      for (let run = 0; run < 3; run += 1) await expect(mortal.drain()).rejects.toThrow('died');
      await mortal.drain();
      expect(await toldKeys()).toEqual(told);
      expect(await unmatched()).toEqual([]);
    },
  );

  it('keeps what it learned of the filters, and goes on from there', async () => {
    let dies = true;
    const mortal = aMatcher(database.orm, () => {
      if (dies) throw new Error('died');
    });
    const user = await aUser(database.orm);
    const filter = await aFilter(database.orm, user.id);
    const event = await anAdEvent(database.orm, await anAd(database.orm));
    await expect(mortal.drain()).rejects.toThrow('died');
    dies = false;
    const second = await aFilter(database.orm, user.id);
    const later = await anAdEvent(database.orm, await anAd(database.orm));
    await mortal.drain();
    expect(await storedAlerts(database)).toMatchObject([
      { event, filters: [filter.id] },
      { event: later, filters: [filter.id, second.id] },
    ]);
  });
});

describe('the change log', () => {
  const apply = (changes: FilterChanges) =>
    database.orm.em.fork().transactional((em) => changes.apply(em), { isolationLevel: IsolationLevel.REPEATABLE_READ });

  it('is trimmed when it has grown, and a reader below that rebuilds its index', async () => {
    const user = await aUser(database.orm);
    const removed = await aFilter(database.orm, user.id);
    const behind = new FilterChanges();
    await apply(behind);
    const added = await aFilter(database.orm, user.id);
    await sql('delete from filters where id = ?', [removed.id]);
    await sql("insert into filter_changes select nextval('filter_revision_seq'), 0 from generate_series(1, 25000)");

    const matcher = aMatcher(database.orm);
    await matcher.run((service) => service.keepWarm());
    await matcher.drain();
    const [log] = await sql(
      `select count(*)::int as kept, last_filter_revision() = ? + 25002 as goes_on,
         (select trimmed_through from matcher_state) + 1 = min(revision) as without_gap from filter_changes`,
      [behind.revision],
    );
    expect(log).toEqual({ kept: 10_000, goes_on: true, without_gap: true });

    await apply(behind);
    expect(behind.index.size).toBe(1);
    const facts = { brand: null, model: null, price: null, year: null, volume: null, mileage: null, engine: null };
    const rest = {
      bodyType: null,
      color: null,
      area: null,
      gearBox: null,
      dealType: null,
      checkup: null,
      seller: null,
    };
    expect(behind.index.match({ ...facts, ...rest })).toEqual([added.id]);
  });
});
