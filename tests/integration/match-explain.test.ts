import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { AlertSettings } from '#core/notifications/alert-settings.ts';
import { Outbox } from '#core/notifications/outbox.ts';
import { anAd, anAdEvent, aPriceDrop } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { commandLine } from '#tests/support/cli-world.ts';
import { aMatcher, emptyMarket, matcherClock, type TestMatcher } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let matcher: TestMatcher;
let vanags: ReturnType<typeof commandLine>;
let anna: number;

beforeAll(async () => {
  database = await openTestDatabase();
  matcher = aMatcher(database.orm);
  vanags = commandLine(database.url);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyMarket(database);
  anna = (await aUser(database.orm)).id;
});

const sql = (statement: string, params: unknown[] = []) => database.orm.em.fork().execute(statement, params);
const bmw = { brand: 'bmw', model: '320', price: 9000, year: 2017, engine: 'diesel' } as const;
const NOW = '2026-11-20T12:00:00.000Z';

const explain = (filter: number, ad: number, ...more: string[]) =>
  vanags(['match', 'explain', '--filter', String(filter), '--ad', String(ad), ...more]);
/** The lines behind the empty one: what became of the alert. */
const stateOf = async (filter: number, ad: number) => (await explain(filter, ad)).out.split('\n\n')[1]?.split('\n');

/** An ad that was released and matched at noon, before which the filter was last edited. */
async function matchedAd(given: { releasedAt?: Date } = {}): Promise<number> {
  matcherClock.set(NOW);
  const ad = await anAd(database.orm, bmw);
  await anAdEvent(database.orm, ad, { releasedAt: given.releasedAt ?? new Date(NOW) });
  await sql('update filters set edited_at = ?', [new Date('2026-11-20T09:00:00Z')]);
  await matcher.drain();
  return ad;
}

describe('the facts', () => {
  it('stand in a table below the verdict, with groups as the user chose them', async () => {
    const criteria = {
      carBrand: 'bmw',
      carModel: ['320', '5-series'],
      priceMax: 8500,
      yearMin: 2015,
      checkup: '04.2027',
    };
    const filter = await aFilter(database.orm, anna, { criteria });
    const { out, err, code } = await explain(filter.id, await anAd(database.orm, bmw));
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out.split('\n').slice(0, 8)).toEqual([
      'The ad does not match.',
      'field       filter asks             ad says     fits',
      'Brand       BMW                     BMW         yes',
      'Model       320 or 5 Series         320         yes',
      'Price       up to 8 500 €           9 000 €     no',
      'Year        from 2015               2017        yes',
      'Inspection  at least until 04.2027  not stated  no',
      'Everything else is open.',
    ]);
  });

  it('are one sentence where the filter asks nothing', async () => {
    const filter = await aFilter(database.orm, anna);
    const { out } = await explain(filter.id, await anAd(database.orm, bmw));
    expect(out).toMatch(/^The ad matches\.\nThe filter asks for nothing: any car will do\.\n\n/);
  });

  it('are whole in JSON, also those that are open', async () => {
    const filter = await aFilter(database.orm, anna, { criteria: { carBrand: 'bmw', carModel: ['3-series'] } });
    const ad = await matchedAd();
    const explained = JSON.parse((await explain(filter.id, ad, '--json')).out);
    expect(explained.matches).toBe(true);
    expect(explained.checks).toHaveLength(13);
    expect(explained.checks[1]).toEqual({
      field: 'model',
      wanted: { kind: 'oneOf', keys: ['3-series'] },
      found: '320',
      open: false,
      ok: true,
    });
    expect(explained.checks[2]).toEqual({ field: 'price', wanted: null, found: 9000, open: true, ok: true });
    expect(explained.state).toEqual({
      filter: { id: filter.id, userId: anna, active: true, editedAt: '2026-11-20T09:00:00.000Z' },
      ad: { id: ad, goneAt: null, supersededAt: null },
      user: { pausedAt: null, reachable: true, reason: null, hasHidden: false },
      events: [
        {
          id: expect.any(Number),
          kind: 'new',
          holdUntil: null,
          releasedAt: NOW,
          matchedAt: NOW,
          filterCounts: true,
          alert: { status: 'pending', error: null, dueAt: NOW, sentAt: null, namesFilter: true },
        },
      ],
    });
  });

  it('of something that is not stored are refused', async () => {
    const filter = await aFilter(database.orm, anna);
    expect(await explain(99_999_999, 1)).toMatchObject({ code: 1, out: '', err: 'Filter not found.' });
    expect(await explain(filter.id, 99_999_999)).toMatchObject({ code: 1, out: '', err: 'Ad not found.' });
  });
});

describe('what became of the alert', () => {
  const released = `New ad, released ${NOW}`;

  it.each([
    ["status = 'pending'", `alert waits, due ${NOW}`],
    ["status = 'pending', error = 'timeout'", `alert waits, due ${NOW} (timeout)`],
    ["status = 'sending'", 'alert is being sent'],
    ["status = 'sent', sent_at = due_at", `alert sent ${NOW}`],
    ["status = 'cancelled', error = 'paused'", 'alert cancelled, the user had paused alerts'],
    ["status = 'cancelled', error = 'ad-gone'", 'alert cancelled, the ad had gone'],
    ["status = 'cancelled', error = 'whim'", 'alert cancelled, whim'],
    ["status = 'expired'", 'alert expired before it could be sent'],
    ["status = 'dead', error = 'too long'", 'alert given up (too long)'],
    ["filter_ids = '{1}'", `alert waits, due ${NOW}, for other filters of the user`],
  ])('is told where its row says %s', async (change, told) => {
    const filter = await aFilter(database.orm, anna);
    const ad = await matchedAd();
    await sql(`update notifications set ${change}`);
    expect(await stateOf(filter.id, ad)).toEqual([`${released}: ${told}.`]);
  });

  it('is nothing where a first sweep found the ad', async () => {
    const filter = await aFilter(database.orm, anna);
    expect(await stateOf(filter.id, await anAd(database.orm, bmw))).toEqual([
      'No alert: a first sweep found the ad, and that tells nobody.',
    ]);
  });

  it('is nothing yet where the ad is held or not matched', async () => {
    const filter = await aFilter(database.orm, anna);
    const held = await anAd(database.orm, bmw);
    await anAdEvent(database.orm, held, { held: true });
    await sql('update ad_events set hold_until = ?', [new Date(NOW)]);
    expect(await stateOf(filter.id, held)).toEqual([`New ad: held until ${NOW}, for the ad’s details.`]);
    const waiting = await anAd(database.orm, bmw);
    await anAdEvent(database.orm, waiting, { releasedAt: new Date(NOW) });
    expect(await stateOf(filter.id, waiting)).toEqual([`${released}: not matched with the filters yet.`]);
  });

  it('is nothing where the filter was never on, or has been switched on or changed since', async () => {
    const off = await aFilter(database.orm, anna, { active: false });
    const ad = await matchedAd();
    expect(await stateOf(off.id, ad)).toEqual([
      'The filter is off.',
      `${released}: no alert was stored; the filter was never on.`,
    ]);
    await sql('update filters set active = true where id = ?', [off.id]);
    expect(await stateOf(off.id, ad)).toEqual([
      `${released}: no alert was stored; the filter has been switched on since.`,
    ]);
    await sql('update filters set active = false where id = ?', [off.id]);
    expect(await stateOf(off.id, ad)).toEqual([
      'The filter is off.',
      `${released}: no alert was stored; the filter has been switched on since.`,
    ]);

    const other = await aFilter(database.orm, anna, { criteria: { carBrand: 'audi' } });
    const second = await matchedAd();
    await sql("update filters set brand = 'bmw', edited_at = ? where id = ?", [
      new Date('2026-11-20T13:00:00Z'),
      other.id,
    ]);
    await sql('delete from notifications');
    expect(await stateOf(other.id, second)).toEqual([
      `${released}: no alert was stored; the filter has been changed since.`,
    ]);
  });

  it('names what keeps alerts away now', async () => {
    const filter = await aFilter(database.orm, anna);
    const settings = new AlertSettings({
      em: database.orm.em.fork(),
      clock: matcherClock,
      outbox: new Outbox({ em: database.orm.em.fork(), clock: matcherClock }),
      countMissed: async () => 0,
    });
    matcherClock.set(NOW);
    await settings.pause(anna);
    const ad = await matchedAd();
    await sql('update ads set gone_at = ?, superseded_at = ?', [new Date(NOW), new Date(NOW)]);
    await sql('insert into hidden_ads (user_id, ad_id) values (?, ?)', [anna, ad]);
    await sql("update recipients set reachable = false, reason = 'blocked' where user_id = ?", [anna]);
    expect(await stateOf(filter.id, ad)).toEqual([
      `The ad has been gone since ${NOW}.`,
      `Another car has stood under the ad’s address since ${NOW}.`,
      'The user has hidden the ad.',
      `The user has paused alerts since ${NOW}.`,
      'The user cannot be reached (blocked).',
      `${released}: no alert was stored.`,
    ]);
  });

  it('is told for each event of the ad', async () => {
    const filter = await aFilter(database.orm, anna);
    const ad = await matchedAd();
    await sql("update notifications set status = 'sent', sent_at = due_at");
    await aPriceDrop(database.orm, ad, 8950);
    await sql("update ad_events set released_at = ? where kind = 'price_drop'", [new Date(NOW)]);
    await matcher.drain();
    expect(await stateOf(filter.id, ad)).toEqual([
      `${released}: alert sent ${NOW}.`,
      `Price drop, released ${NOW}: no alert of its own, the user was told of the ad before.`,
    ]);
  });
});
