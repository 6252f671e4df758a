import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aMatcher, emptyMarket, matcherClock, storedAlerts, type TestMatcher } from '#tests/support/matching-world.ts';
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
const golf = { brand: 'vw', model: 'golf', price: 10_000 };

describe('a new ad', () => {
  it('is one alert for a user, naming all filters that match', async () => {
    const wide = await aFilter(database.orm, anna);
    const narrow = await aFilter(database.orm, anna, { criteria: { carBrand: 'vw', carModel: ['golf'] } });
    await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw' } });
    await aFilter(database.orm, anna, { active: false });
    const event = await anAdEvent(database.orm, await anAd(database.orm, golf));
    await matcher.drain();
    expect(await alerts()).toEqual([
      { event, user: anna, filters: [wide.id, narrow.id], says: 'new 10000', status: 'pending' },
    ]);
    const [times] = await sql(
      `select due_at = ? as now, expires_at - released_at = interval '24 hours' as for_a_day
       from notifications join ad_events on ad_events.id = subject_id`,
      [matcherClock.now()],
    );
    expect(times).toEqual({ now: true, for_a_day: true });
  });

  it('tells every user once, whatever is matched again', async () => {
    const bruno = (await aUser(database.orm)).id;
    for (const user of [anna, bruno]) await aFilter(database.orm, user);
    await anAdEvent(database.orm, await anAd(database.orm, golf));
    await matcher.drain();
    await sql('update ad_events set matched_at = null');
    await aMatcher(database.orm).drain();
    expect((await alerts()).map((alert) => alert.user)).toEqual([anna, bruno]);
  });

  it('waits until its event is released', async () => {
    await aFilter(database.orm, anna);
    const event = await anAdEvent(database.orm, await anAd(database.orm, golf), { held: true });
    await matcher.drain();
    expect(await alerts()).toEqual([]);
    await sql('update ad_events set released_at = now(), release_revision = last_filter_revision() where id = ?', [
      event,
    ]);
    await matcher.drain();
    expect(await alerts()).toHaveLength(1);
  });

  it('marks its event with the revision of the filters it was matched with', async () => {
    await aFilter(database.orm, anna);
    await anAdEvent(database.orm, await anAd(database.orm, golf));
    await aFilter(database.orm, anna);
    await matcher.drain();
    const [event] = await sql(
      `select matched_at = ? as now, matched_revision = last_filter_revision() as newest,
         matched_revision > release_revision as later from ad_events`,
      [matcherClock.now()],
    );
    expect(event).toEqual({ now: true, newest: true, later: true });
  });

  it('finds the members of a model group', async () => {
    await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw', carModel: ['3-series'] } });
    await anAdEvent(database.orm, await anAd(database.orm, { brand: 'bmw', model: '520' }));
    const event = await anAdEvent(database.orm, await anAd(database.orm, { brand: 'bmw', model: '320' }));
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.event)).toEqual([event]);
  });
});

describe('which filters count for an event', () => {
  it('those that were on at its release, not those switched on later', async () => {
    const before = await aFilter(database.orm, anna);
    const asleep = await aFilter(database.orm, anna, { active: false });
    await anAdEvent(database.orm, await anAd(database.orm, golf));
    await aFilter(database.orm, anna);
    await sql('update filters set active = true where id = ?', [asleep.id]);
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.filters)).toEqual([[before.id]]);
  });

  it('also those renamed or edited since, by their criteria of now', async () => {
    const renamed = await aFilter(database.orm, anna);
    const widened = await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw' } });
    const narrowed = await aFilter(database.orm, anna);
    await matcher.drain();
    await anAdEvent(database.orm, await anAd(database.orm, golf));
    await sql("update filters set name = 'other', name_key = 'other' where id = ?", [renamed.id]);
    await sql("update filters set brand = 'vw' where id = ?", [widened.id]);
    await sql('update filters set price_max = 9999 where id = ?', [narrowed.id]);
    await matcher.drain();
    expect((await alerts()).map((alert) => alert.filters)).toEqual([[renamed.id, widened.id]]);
  });

  it('not those that were switched off or deleted since', async () => {
    const off = await aFilter(database.orm, anna);
    const deleted = await aFilter(database.orm, anna);
    await matcher.drain();
    await anAdEvent(database.orm, await anAd(database.orm, golf));
    await sql('update filters set active = false where id = ?', [off.id]);
    await sql('delete from filters where id = ?', [deleted.id]);
    await matcher.drain();
    expect(await alerts()).toEqual([]);
  });
});

describe('nobody is told', () => {
  const silences: [string, string][] = [
    ['who paused alerts', 'update users set paused_at = now() where id = $user'],
    ['who cannot be reached', 'update recipients set reachable = false where user_id = $user'],
    ['who hid the ad', 'insert into hidden_ads (user_id, ad_id) values ($user, $ad)'],
    ['of an ad that is gone', 'update ads set gone_at = now() where id = $ad'],
    ['of an ad whose address shows another car', 'update ads set superseded_at = now() where id = $ad'],
    ['whose account is deleted', 'delete from users where id = $user'],
  ];
  it.each(silences)('%s', async (_, silence) => {
    await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await anAdEvent(database.orm, ad);
    await sql(silence.replace('$user', String(anna)).replace('$ad', String(ad)));
    await matcher.drain();
    expect(await alerts()).toEqual([]);
    expect(await sql('select 1 from ad_events where matched_at is null')).toEqual([]);
  });
});

describe('an alert about to be sent', () => {
  const check = (adId: number, filterIds: number[]) =>
    matcher.run((service) => service.stillMatches(database.orm.em.fork(), [{ userId: anna, adId, filterIds }]));

  it('names the filters that are on and match as they are now', async () => {
    const holds = await aFilter(database.orm, anna);
    const off = await aFilter(database.orm, anna, { active: false });
    const edited = await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw' } });
    const ad = await anAd(database.orm, golf);
    expect(await check(ad, [holds.id, off.id, edited.id])).toEqual([{ send: true, filterIds: [holds.id] }]);
    expect(await check(ad, [off.id, edited.id])).toEqual([{ send: false, reason: 'filter-off' }]);
  });

  it('is not sent for an ad that is hidden, gone or not stored', async () => {
    const filter = await aFilter(database.orm, anna);
    const ad = await anAd(database.orm, golf);
    await sql('insert into hidden_ads (user_id, ad_id) values (?, ?)', [anna, ad]);
    expect(await check(ad, [filter.id])).toEqual([{ send: false, reason: 'ad-hidden' }]);
    await sql('update ads set gone_at = now()');
    expect(await check(ad, [filter.id])).toEqual([{ send: false, reason: 'ad-gone' }]);
    expect(await check(987_654_321, [filter.id])).toEqual([{ send: false, reason: 'ad-gone' }]);
  });
});

describe('what a user missed', () => {
  it('is the ads of the time that the active filters would have told', async () => {
    await aFilter(database.orm, anna, { criteria: { carBrand: 'vw' } });
    await aFilter(database.orm, anna, { criteria: { carModel: ['golf'], carBrand: 'vw' } });
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    for (const hour of [9, 10, 11, 12, 13])
      await anAdEvent(database.orm, await anAd(database.orm, golf), { releasedAt: at(hour) });
    await anAdEvent(database.orm, await anAd(database.orm, { brand: 'bmw' }), { releasedAt: at(11) });
    await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw' } });
    expect(await matcher.run((service) => service.countMissed(anna, at(9), at(12)))).toBe(3);
  });
});
