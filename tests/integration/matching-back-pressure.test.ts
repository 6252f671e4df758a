import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aMatcher, emptyMarket, matcherClock, storedAlerts, type TestMatcher } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const USERS = 5;
const AT_MOST = 10;

let database: Database;
let matcher: TestMatcher;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyMarket(database);
  for (let n = 0; n < USERS; n += 1) await aFilter(database.orm, (await aUser(database.orm)).id);
  matcher = aMatcher(database.orm, undefined, { waitingAtMost: AT_MOST });
});

const sql = (statement: string, params: unknown[] = []) => database.orm.em.fork().execute(statement, params);
const matchOnce = () => matcher.run((service) => service.matchOnce());
const unmatched = async () => (await sql('select id from ad_events where matched_at is null')).length;
const anEvent = async () => anAdEvent(database.orm, await anAd(database.orm));

/** Ads that come one after the other, each matched before the next one. */
async function someEvents(count: number) {
  for (let n = 0; n < count; n += 1) {
    await anEvent();
    await matchOnce();
  }
}

it('leaves events unmatched while the outbox is long, and takes them up when it has been sent', async () => {
  await someEvents(4);
  expect(await unmatched()).toBe(2);
  expect(matcher.service.state.isHeldBack).toBe(true);
  await sql("update notifications set status = 'sent'");
  expect(await matchOnce()).toBe(false);
  expect(matcher.service.state.isHeldBack).toBe(false);
  expect(await unmatched()).toBe(0);
  expect(await storedAlerts(database)).toHaveLength(4 * USERS);
});

it('goes on only when a part of it has gone, so that it does not count before every batch', async () => {
  const send = (count: number) =>
    sql(
      `update notifications set status = 'sent' where ctid in (
         select ctid from notifications where status = 'pending' limit ?)`,
      [count],
    );
  await someEvents(3);
  await send(1);
  await matchOnce();
  expect(matcher.service.state.isHeldBack).toBe(true);
  await send(1);
  await matchOnce();
  expect(matcher.service.state.isHeldBack).toBe(false);
});

it.each([
  ['put off to a digest', 'update notifications set due_at = ?'],
  ['no longer worth sending', 'update notifications set expires_at = ?'],
])('is not held back by rows that are %s', async (_, change) => {
  const at = matcherClock.now().getTime() + (change.includes('due_at') ? 60_000 : -60_000);
  await someEvents(2);
  await sql(change, [new Date(at)]);
  await someEvents(1);
  expect(matcher.service.state.isHeldBack).toBe(false);
  expect(await unmatched()).toBe(0);
});

it('sees within a minute that what was put off is due, though it has stored nothing', async () => {
  await someEvents(2);
  await sql('update notifications set due_at = ?', [new Date(matcherClock.now().getTime() + 10_000)]);
  await matchOnce();
  matcherClock.advance(61_000);
  await someEvents(1);
  expect(await unmatched()).toBe(1);
  expect(matcher.service.state.isHeldBack).toBe(true);
});

it('catches up with events of days ago without telling them or being held back by them', async () => {
  for (let n = 0; n < 4; n += 1) await anEvent();
  await sql('update ad_events set released_at = ?', [new Date(matcherClock.now().getTime() - 25 * 3_600_000)]);
  await matchOnce();
  await someEvents(1);
  expect(await unmatched()).toBe(0);
  expect(matcher.service.state.isHeldBack).toBe(false);
  const fresh = await sql('select from notifications where expires_at > ?', [matcherClock.now()]);
  expect(fresh).toHaveLength(USERS);
});

it('knows of rows that another process stored before', async () => {
  await someEvents(2);
  await anEvent();
  matcher = aMatcher(database.orm, undefined, { waitingAtMost: AT_MOST });
  await matchOnce();
  expect(await unmatched()).toBe(1);
});
