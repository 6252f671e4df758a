import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { anAd, anAdEvent, aPriceDrop } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aMatcher, emptyMarket, storedAlerts, type TestMatcher } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let matcher: TestMatcher;
let anna: number;

beforeAll(async () => {
  database = await openTestDatabase();
  matcher = aMatcher(database.orm);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyMarket(database);
  anna = (await aUser(database.orm)).id;
});

function sql(statement: string, params: unknown[] = []) {
  return database.orm.em.fork().execute(statement, params);
}
const alerts = () => storedAlerts(database);
const send = () => sql("update notifications set status = 'sent'");
const golf = { brand: 'vw', model: 'golf', price: 10_000 };

describe('details that come after the release', () => {
  it('tell the users whose filters match only now, and no one twice', async () => {
    const bruno = (await aUser(database.orm)).id;
    const anyGolf = await aFilter(database.orm, anna, { criteria: { carBrand: 'vw' } });
    const automatic = await aFilter(database.orm, anna, { criteria: { gearBox: 'automatic' } });
    const brunos = await aFilter(database.orm, bruno, { criteria: { gearBox: 'automatic' } });
    const ad = await anAd(database.orm, golf);
    const first = await anAdEvent(database.orm, ad);
    await matcher.drain();
    await sql("update ads set gear_box = 'automatic' where id = ?", [ad]);
    const second = await anAdEvent(database.orm, ad, { kind: 'details_completed' });
    await matcher.drain();
    expect(await alerts()).toEqual([
      // The alert waits still, so it names what matches since.
      { event: first, user: anna, filters: [anyGolf.id, automatic.id], says: 'new 10000', status: 'pending' },
      { event: second, user: bruno, filters: [brunos.id], says: 'new 10000', status: 'pending' },
    ]);
  });

  it('tell a user whose alert was cancelled unsent', async () => {
    const filter = await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    await matcher.drain();
    await sql("update notifications set status = 'cancelled'");
    const event = await anAdEvent(database.orm, ad, { kind: 'details_completed' });
    await matcher.drain();
    expect((await alerts()).at(-1)).toMatchObject({ event, filters: [filter.id], status: 'pending' });
  });
});

describe('a price that falls', () => {
  it('into the range of a filter counts as a new ad', async () => {
    await aFilter(database.orm, anna);
    const cheap = await aFilter(database.orm, anna, { criteria: { priceMax: 9000 } });
    const event = await aPriceDrop(database.orm, await anAd(database.orm, golf), 8990);
    await matcher.drain();
    expect(await alerts()).toEqual([{ event, user: anna, filters: [cheap.id], says: 'new 8990', status: 'pending' }]);
  });

  it('is told again at 3 % below the lowest price told', async () => {
    const filter = await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    for (const price of [9701, 9700, 9500, 9409]) {
      await matcher.drain();
      await send();
      await aPriceDrop(database.orm, ad, price);
    }
    await matcher.drain();
    const told = await alerts();
    expect(told.map((alert) => alert.says)).toEqual(['new 10000', 'price_drop 10000 → 9700', 'price_drop 9700 → 9409']);
    expect(told.every((alert) => alert.filters[0] === filter.id)).toBe(true);
  });

  it('is not told when it falls out of every range', async () => {
    await aFilter(database.orm, anna, { criteria: { priceMin: 9000 } });
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    await matcher.drain();
    await send();
    await aPriceDrop(database.orm, ad, 8000);
    await matcher.drain();
    expect(await alerts()).toHaveLength(1);
  });

  it('goes into the alert that still waits', async () => {
    await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    await matcher.drain();
    await aPriceDrop(database.orm, ad, 9990);
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.says)).toEqual(['new 9990']);
    await send();
    await aPriceDrop(database.orm, ad, 9000);
    await matcher.drain();
    await aPriceDrop(database.orm, ad, 8500);
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.says)).toEqual(['new 9990', 'price_drop 9990 → 8500']);
  });

  it('not into one that is being sent', async () => {
    await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    await matcher.drain();
    await sql("update notifications set status = 'sending'");
    await aPriceDrop(database.orm, ad, 9000);
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.says)).toEqual(['new 10000', 'price_drop 10000 → 9000']);
  });

  it('concerns nobody once it has risen again', async () => {
    await aFilter(database.orm, anna, { criteria: { priceMin: 10_500 } });
    const ad = await anAd(database.orm, golf);
    await aPriceDrop(database.orm, ad, 9000);
    await sql('update ads set price = 11000 where id = ?', [ad]);
    await matcher.drain();
    expect(await alerts()).toEqual([]);
  });

  it('before the ad was matched as new comes after it, also while that is held', async () => {
    await aFilter(database.orm, anna, { criteria: { priceMax: 9500 } });
    const ad = await anAd(database.orm, golf);
    const first = await anAdEvent(database.orm, ad, { held: true });
    await aPriceDrop(database.orm, ad, 9000);
    await matcher.drain();
    expect(await alerts()).toEqual([]);
    await sql('update ad_events set released_at = now(), release_revision = last_filter_revision() where id = ?', [
      first,
    ]);
    await matcher.drain();
    expect(await alerts()).toMatchObject([{ event: first, says: 'new 9000' }]);
    expect(await sql('select 1 from ad_events where matched_at is null')).toEqual([]);
  });
});
