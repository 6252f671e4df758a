import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint } from '#core/ads/ad-identity.ts';
import { AdService } from '#core/ads/ad-service.ts';
import { Backups } from '#core/backup/backups.ts';
import { connect, type Database, runInFork } from '#core/db/open.ts';
import { anAd, anAdEvent, aPriceDrop, unknownCar } from '#tests/support/ad-builders.ts';
import { aFolder, askAt, emptyDatabase, type Filled, fillDatabase } from '#tests/support/backup-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { commandLine } from '#tests/support/cli-world.ts';
import { aMatcher, storedAlerts } from '#tests/support/matching-world.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let filled: Filled;
let file: string;
const ends: (() => void)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  filled = await fillDatabase(database.orm);
  file = path.join(
    aFolder((end) => ends.push(end)),
    'whole.backup.gz',
  );
  expect(await commandLine(database.url)(['backup', file])).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await database.close();
  for (const end of ends) end();
});

/** The backup in a database of its own that was migrated before, opened. */
async function restored(words: readonly string[] = []): Promise<Database> {
  const { url, close } = await openTestDatabase();
  await close();
  expect(await commandLine(url)(['restore', file, ...words])).toMatchObject({ code: 0, err: '', questions: [] });
  const orm = await connect(url);
  return { orm, url, close: () => orm.close(true) };
}

/** The database written down and restored over itself, opened anew. */
async function copyOf(own: Database): Promise<Database> {
  const target = path.join(
    aFolder((end) => ends.push(end)),
    'own',
  );
  await own.close();
  expect(await commandLine(own.url)(['backup', target])).toMatchObject({ code: 0, err: '' });
  expect(await commandLine(own.url)(['restore', target, '--yes'])).toMatchObject({ code: 0, err: '' });
  const orm = await connect(own.url);
  return { orm, url: own.url, close: () => orm.close(true) };
}

/** The highest number of each kind that was given out. */
async function numbersOf(url: string): Promise<Record<string, number>> {
  const rows = await askAt<{ name: string; last: string }>(
    url,
    `select sequencename as name, coalesce(last_value, 0) as last from pg_sequences where sequencename not like 'mikro%'
     union all select 'claim', max(claim) from recipients`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

const idOf = (row: { id: string } | undefined) => Number(row?.id);

describe('a restored database', () => {
  it('gives out no number that may have been given out since, and its triggers are on', async () => {
    const copy = await restored();
    const lastId = 'select id from users union all select last_value from filter_revision_seq order by 1 desc limit 1';
    const [last] = await askAt<{ id: string }>(database.url, lastId);
    const user = await aUser(copy.orm);
    expect(user.id).toBeGreaterThan(idOf(last) + 100_000);
    expect(await askAt(copy.url, `select claim from recipients where user_id = ${user.id}`)).toEqual([{ claim: '0' }]);
    const claims = await askAt<{ claim: string }>(copy.url, 'select claim from recipients where claim > 0');
    for (const { claim } of claims) expect(Number(claim)).toBeGreaterThan(100_007);
    const off = await askAt(copy.url, "select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'");
    expect(off).toEqual([]);
    expect(await askAt(copy.url, 'select 1 from recipients where lease_until is not null')).toEqual([]);
    expect(await askAt(copy.url, 'select 1 from sender_state where paused_until is not null')).toEqual([]);
    await copy.close();
  });

  it.each(['over the first copy', 'into a database made anew an hour later'])(
    'gives out no number of its first copy when it is restored again %s',
    async (where) => {
      const [first, second] = [await emptyDatabase(), await emptyDatabase()];
      const clock = createTestClock(new Date().toISOString());
      const restore = async (url: string) => {
        const orm = await connect(url);
        await new Backups({ orm, url, clock }).restore(file, { replace: true, tellMissed: false });
        await orm.close(true);
      };
      await restore(first);
      // The first copy goes on for a while.
      await askAt(
        first,
        "select setval(sequencename::regclass, last_value + 200000) from pg_sequences where schemaname = 'public'",
      );
      await askAt(first, 'update recipients set claim = claim + 200000');
      const used = await numbersOf(first);
      const again = where === 'over the first copy' ? first : second;
      if (again === second) clock.advance(3_600_000);
      await restore(again);
      const numbers = await numbersOf(again);
      expect(Object.keys(numbers)).toEqual(Object.keys(used));
      for (const [name, last] of Object.entries(used)) expect(numbers[name], name).toBeGreaterThan(last);
      const [lowest] = await askAt<{ id: string }>(again, 'select min(claim) as id from recipients');
      expect(idOf(lowest)).toBeGreaterThan(used.claim ?? 0);
    },
  );

  it('tells nobody what waited at the backup, and of new ads whom they concern', async () => {
    const copy = await restored();
    const matcher = aMatcher(copy.orm);
    const before = await storedAlerts(copy);
    expect(before.map(({ status }) => status)).toEqual(['expired', 'expired', 'sent', 'cancelled', 'expired', 'dead']);
    await matcher.drain();
    expect(await storedAlerts(copy)).toEqual(before);
    const [source] = await askAt(
      copy.url,
      'select baseline_completed_at, cursor, sweep_started_at, last_sweep_at from sources',
    );
    expect(Object.values(source ?? {})).toEqual([null, null, null, null]);

    const event = await anAdEvent(copy.orm, await anAd(copy.orm, { price: 5000 }), { price: 5000 });
    await matcher.drain();
    const news = (await storedAlerts(copy)).filter((alert) => alert.event === event);
    expect(news).toMatchObject([{ user: filled.listener, filters: [filled.filter], status: 'pending' }]);
    await copy.close();
  });

  it('tells nothing of ads whose details were still read, and knows what was told of them', async () => {
    const own = await openTestDatabase();
    const listener = await aUser(own.orm);
    await aFilter(own.orm, listener.id, { criteria: { priceMax: 1_000_000 } });
    const [told, held, baseline] = [
      await anAd(own.orm, { price: 3000 }),
      await anAd(own.orm, { price: 3000 }),
      await anAd(own.orm, { price: 3000 }),
    ];
    await anAdEvent(own.orm, told, { price: 3000 });
    await aMatcher(own.orm).drain();
    await anAdEvent(own.orm, held, { held: true });
    await askAt(own.url, "update notifications set status = 'sent', sent_at = now()");
    await askAt(own.url, "update ads set details_state = 'pending', fingerprint = $1", [fingerprint(unknownCar)]);
    const copy = await copyOf(own);

    const states = await askAt(copy.url, 'select id, details_state as state from ads order by id');
    expect(states).toEqual([
      { id: String(told), state: 'failed' },
      { id: String(held), state: 'pending' },
      { id: String(baseline), state: 'pending' },
    ]);
    const [ads, matcher] = [new AdService({ em: copy.orm.em, clock: createTestClock() }), aMatcher(copy.orm)];
    const page = { ...unknownCar, title: null, photo: null, postedAt: null, color: 'red' } as const;
    for (const ad of [told, held, baseline]) await runInFork(copy.orm, () => ads.storeDetails(ad, page));
    await matcher.drain();
    expect(await storedAlerts(copy)).toMatchObject([{ says: 'new 3000', status: 'sent' }]);

    await aPriceDrop(copy.orm, told, 2500);
    await matcher.drain();
    const [, drop] = await storedAlerts(copy);
    expect(drop).toMatchObject({ user: listener.id, says: 'price_drop 3000 → 2500', status: 'pending' });
    await copy.close();
  });

  it('goes on where the backup stands, where that is asked for', async () => {
    const copy = await restored(['--tell-missed']);
    const waiting = async () => (await storedAlerts(copy)).filter(({ status }) => status === 'pending');
    expect(await waiting()).toHaveLength(2);
    await aMatcher(copy.orm).drain();
    expect((await waiting()).map(({ says }) => says)).toContain('new 2000');
    expect(await askAt(copy.url, 'select 1 from sources where baseline_completed_at is null')).toEqual([]);
    await copy.close();
  });

  it('is found by an index that has outlived it: it is built anew', async () => {
    const copy = await restored();
    const matcher = aMatcher(database.orm);
    await matcher.drain();
    const revision = 'select greatest(last_filter_revision(), (select trimmed_through from matcher_state)) as id';
    const [old] = await askAt<{ id: string }>(database.url, revision);
    const [trimmed] = await askAt<{ id: string }>(copy.url, 'select trimmed_through as id from matcher_state');
    expect(idOf(trimmed)).toBeGreaterThan(idOf(old));
    expect(idOf((await askAt<{ id: string }>(copy.url, revision))[0])).toBe(idOf(trimmed));
    await copy.close();
  });
});
