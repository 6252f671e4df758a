import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as moment } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { connect, migrate, pendingMigrations } from '#core/db/open.ts';
import { aFolder, askAt, contentsOf, emptyDatabase, LEFT_OUT } from '#tests/support/backup-world.ts';
import { adsIn, type Person } from '#tests/support/chaos/outage-verdict.ts';
import { OutageWorld } from '#tests/support/chaos/outage-world.ts';
import { type Ended, runInShell, runProcess } from '#tests/support/cli-process.ts';
import { signInitData } from '#tools/telegram-emulator/init-data.ts';

const MARKET = { people: 20, groups: 4 };
const MOST_MS = 300_000;
const LOOK = { timeout: 60_000, interval: 50 };

/** The command line as a process. */
async function vanags(url: string, ...words: string[]): Promise<Ended> {
  const ended = await runProcess(words, { env: { DATABASE_URL: url }, mostMs: MOST_MS });
  expect(ended).toMatchObject({ code: 0, err: '' });
  return ended;
}

/** Away with the database and all that is in it; a new one has its name. */
async function loseDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const server = url.replace(name, 'postgres');
  await askAt(server, `drop database ${name} with (force)`);
  await askAt(server, `create database ${name}`);
}

/** What each chat was told, one entry for each message and ad. */
async function told(world: OutageWorld): Promise<string[]> {
  const calls = await world.telegram.calls();
  const accepted = calls.filter(({ method, outcome }) => method.startsWith('send') && outcome === 'accepted');
  return accepted.flatMap((call) => adsIn(call).map((ad) => `${ad} to ${call.chatId}`));
}

/** Deletes the account, as the mini app does. */
async function leave({ service, telegram }: OutageWorld, { chat }: Person): Promise<void> {
  const user = { id: chat, first_name: 'Anna', language_code: 'lv' };
  const initData = signInitData({ token: telegram.token, user, authDate: new Date() });
  const headers = { authorization: `tma ${initData}` };
  const { status } = await fetch(service.url + PATHS.deleteAccount, { method: 'DELETE', headers });
  expect(status).toBe(200);
}

async function baselineRead(world: OutageWorld): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await world.ask('select 1 from sources where baseline_completed_at is not null');
    expect(rows).toHaveLength(1);
  }, LOOK);
}

it('a service whose database is lost goes on from its backup, and tells nobody anything twice', async ({
  onTestFinished,
}) => {
  const folder = aFolder((end) => onTestFinished(end));
  const world = await OutageWorld.open(MARKET, onTestFinished);
  const [leaver, ...stayers] = world.people as [Person, ...Person[]];
  const published = new AbortController();
  onTestFinished(() => published.abort());
  const stream = world.feed.stream(2, published.signal);
  await world.sent(20);
  const { out } = await vanags(world.databaseUrl, 'backup', folder, '--json');
  const { file } = JSON.parse(out);
  const atBackup = (await told(world)).length;
  await vi.waitFor(async () => expect((await told(world)).length).toBeGreaterThan(atBackup + 20), LOOK);
  published.abort();
  await stream;
  await world.drained(240_000);
  expect(await world.verdict()).toMatchObject({ lost: [], extra: 0, wrong: [] });

  // After the backup one account goes, and the log says which.
  await leave(world, leaver);
  const [, gone] = /"userId":(\d+),"msg":"account deleted"/.exec(world.service.log) ?? [];
  expect(Number(gone)).toBe(leaver.userId);
  const before = await told(world);
  world.service.kill();
  await world.service.ended;
  await loseDatabase(world.databaseUrl);
  const restoring = performance.now();
  await vanags(world.databaseUrl, 'restore', file);
  const restoredMs = performance.now() - restoring;
  await vanags(world.databaseUrl, 'users', 'delete', String(gone), '--yes');

  const starting = performance.now();
  await world.restart();
  await baselineRead(world);
  const readyMs = performance.now() - starting;
  // A few more polls, which find what everybody was told of.
  await moment(5_000);
  expect(await told(world)).toEqual(before);

  world.feed.publish(MARKET.groups);
  const news = world.feed.ads.slice(-MARKET.groups);
  const expected = news.flatMap(({ id, group }) =>
    stayers.filter((person) => person.group === group).map(({ chat }) => `${id} to ${chat}`),
  );
  await vi.waitFor(async () => expect(await told(world)).toHaveLength(before.length + expected.length), LOOK);
  expect((await told(world)).slice(before.length).sort()).toEqual(expected.sort());
  expect(await world.ask('select 1 from users where id = $1', [leaver.userId])).toEqual([]);
  console.info('restored after the loss', { restoredMs, readyMs, told: before.length, repeated: 0 });
});

/** A database that has run for a year. */
const YEAR = [
  `insert into users (telegram_id, role, first_name, language)
   select 1000000 + n, 'basic', 'User ' || n, 'lv' from generate_series(1, 10000) n`,
  `insert into filters (user_id, name, name_key, brand, price_max, active, edited_at)
   select id, 'filter', 'filter', 'bmw', 5000 + id % 20000, true, now() from users`,
  `insert into ads (source, external_id, url, url_key, fingerprint, title, brand, model, price, year, mileage, details_state,
     first_seen_at, last_seen_at)
   select 'test', 'ad-' || n, 'https://market.test/' || n, 'ad-' || n, md5(n::text), 'Car ' || md5(n::text), 'bmw', '320',
     1000 + n % 30000, 2000 + n % 25, n % 300000, 'done', now(), now() from generate_series(1, 300000) n`,
  'insert into ad_prices (ad_id, seen_at, price) select id, first_seen_at, price from ads',
  `insert into ad_events (ad_id, kind, price, released_at, release_revision, matched_at, matched_revision)
   select id, 'new', price, now(), 1, now(), 1 from ads`,
  `insert into notifications (kind, subject_id, user_id, ad_id, filter_ids, payload, status, due_at, expires_at, sent_at)
   select 'ad', n, 1 + n % 10000, n, '{1}', '{"occasion": "new", "price": 1000, "oldPrice": null}', 'sent', now(), now(), now()
   from generate_series(1, 100000) n`,
];

it('a backup of 300,000 ads and 100,000 messages is restored whole, and five processes start from it at once', async ({
  onTestFinished,
}) => {
  const folder = aFolder((end) => onTestFinished(end));
  const [from, to] = [await emptyDatabase(), await emptyDatabase()];
  const orm = await connect(from);
  await migrate(orm);
  await orm.close(true);
  for (const part of YEAR) await askAt(from, part);
  const file = path.join(folder, 'year');
  const taking = performance.now();
  await vanags(from, 'backup', file);
  const takenMs = performance.now() - taking;
  const restoring = performance.now();
  await vanags(to, 'restore', file, '--tell-missed');
  const restoredMs = performance.now() - restoring;
  const kept = (all: object) => Object.fromEntries(Object.entries(all).filter(([table]) => !LEFT_OUT.includes(table)));
  expect(kept(await contentsOf(to))).toEqual(kept(await contentsOf(from)));
  const megabytes = statSync(file).size / 1_000_000;
  console.info('300,000 ads, 100,000 messages', { takenMs, restoredMs, megabytes });
  expect(restoredMs).toBeLessThan(180_000);

  const orms = await Promise.all([1, 2, 3, 4, 5].map(() => connect(to)));
  expect(await Promise.all(orms.map(migrate))).toEqual([[], [], [], [], []]);
  expect(await pendingMigrations(orms[0] as (typeof orms)[number])).toEqual([]);
  await Promise.all(orms.map((each) => each.close(true)));

  // A disk that is full, somebody who stops it, and a kill in the middle.
  const env = { DATABASE_URL: from };
  const full = await runInShell(`trap '' XFSZ; ulimit -f 1000; "$NODE" "$MAIN" backup ${folder}/full`, env);
  expect(full).toMatchObject({ code: 1, err: `${folder}/full cannot be written: the file grows too large.\n` });
  const amid = (name: string, signal: string) =>
    runInShell(
      `"$NODE" "$MAIN" backup ${folder}/${name} & until ls ${folder}/${name}.* 2>&-; do :; done; kill -${signal} $!; wait $!`,
      env,
    );
  expect(await amid('stopped', 'TERM')).toMatchObject({ code: 130, err: '' });
  await amid('killed', 'KILL');
  expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^killed\.[\da-f-]+\.part$/), 'year']);
});
