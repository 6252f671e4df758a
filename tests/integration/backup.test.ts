import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Backups } from '#core/backup/backups.ts';
import type { Database } from '#core/db/open.ts';
import { aFolder, askAt, contentsOf, emptyDatabase, fillDatabase, LEFT_OUT } from '#tests/support/backup-world.ts';
import { aUser } from '#tests/support/builders.ts';
import { commandLine } from '#tests/support/cli-world.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let folder: string;
let file: string;
const ends: (() => void)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await fillDatabase(database.orm);
  folder = aFolder((end) => ends.push(end));
  file = path.join(folder, 'whole.backup.gz');
  expect(await commandLine(database.url)(['backup', file])).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await database.close();
  for (const end of ends) end();
});

/** So many megabytes that can hardly be packed, so that the backup takes a moment. */
const LONG_REPORTS = `insert into problems (first_name, text, text_key)
  select '', repeat(text, 16), n from generate_series(1, 40) n,
    (select string_agg(md5(random()::text), '') as text from generate_series(1, 2048)) random`;

/** Ends the first connection that is seen to read the reports. */
const CUT = `do $$ begin
  loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy "problems"%';
    exit when found or clock_timestamp() > now() + interval '10 s';
  end loop;
end $$`;

describe('a restored backup', () => {
  it('has every row of every table as it was', async () => {
    const url = await emptyDatabase();
    expect((await commandLine(url)(['restore', file, '--tell-missed'])).code).toBe(0);
    const [before, after] = [await contentsOf(database.url), await contentsOf(url)];
    const { notifications: outboxBefore, ...kept } = Object.fromEntries(
      Object.entries(before).filter(([table]) => !LEFT_OUT.includes(table)),
    );
    const { notifications: outboxAfter, ...found } = Object.fromEntries(
      Object.entries(after).filter(([table]) => !LEFT_OUT.includes(table)),
    );
    expect(found).toEqual(kept);
    expect(Object.values(kept).filter(({ rows }) => rows === 0)).toEqual([]);
    expect(outboxAfter?.rows).toBe(outboxBefore?.rows);
    expect(LEFT_OUT.map((table) => after[table]?.rows)).toEqual(LEFT_OUT.map(() => 0));
    expect(LEFT_OUT.filter((table) => before[table]?.rows === 0)).toEqual([]);
  });
});

describe('a backup', () => {
  it('is for its owner alone, and says what it holds', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { out } = await commandLine(database.url)(['backup', 'check', file, '--json']);
    const { rows } = JSON.parse(out);
    expect(rows).toMatchObject({ users: 2, recipients: 2, filters: 2, ads: 4, notifications: 6 });
    expect(Object.keys(rows)).not.toEqual(expect.arrayContaining(['sessions']));
    expect((await commandLine(database.url)(['backup', 'check', file])).out).toContain('is whole');
  });

  it('is one moment, whoever writes meanwhile', async () => {
    const own = await openTestDatabase();
    const done = new AbortController();
    const writer = (async () => {
      while (!done.signal.aborted) await aUser(own.orm);
    })();
    for (let round = 0; round < 5; round += 1) {
      const target = path.join(folder, `moment-${round}`);
      expect((await commandLine(own.url)(['backup', target])).code).toBe(0);
      const { rows } = JSON.parse((await commandLine(own.url)(['backup', 'check', target, '--json'])).out);
      expect(rows.recipients).toBe(rows.users);
    }
    done.abort();
    await writer;
    await own.close();
  });

  it('named by its time makes room in its folder, of which other files stay', async () => {
    const own = aFolder((end) => ends.push(end));
    const clock = createTestClock('2026-11-22T03:00:00Z');
    const backups = new Backups({ orm: database.orm, url: database.url, clock });
    for (const name of ['notes.txt', 'vanags-2026.backup.gz', 'vanags-20261121T030000000Z.backup.gz.bak'])
      writeFileSync(path.join(own, name), '');
    const [dead, living] = [
      'vanags-20261121T030000000Z.backup.gz.1c1f2b52-27d0-4f6c-a1a9-30f3c5f7b6de.part',
      'vanags-20261121T030000000Z.backup.gz.2c1f2b52-27d0-4f6c-a1a9-30f3c5f7b6de.part',
    ];
    for (const name of [dead, living]) writeFileSync(path.join(own, name), '');
    utimesSync(path.join(own, dead), 0, 0);
    const dropped = [];
    for (let day = 0; day < 4; day += 1) {
      dropped.push(...(await backups.take(own, { keep: 2 })).dropped);
      clock.advance(86_400_000);
    }
    expect(dropped).toEqual(['vanags-20261122T030000000Z.backup.gz', 'vanags-20261123T030000000Z.backup.gz']);
    expect(readdirSync(own).sort()).toEqual([
      'notes.txt',
      'vanags-2026.backup.gz',
      living,
      'vanags-20261121T030000000Z.backup.gz.bak',
      'vanags-20261124T030000000Z.backup.gz',
      'vanags-20261125T030000000Z.backup.gz',
    ]);
  });

  it('is not hindered by what a killed process has left, and leaves it alone', async () => {
    const own = aFolder((end) => ends.push(end));
    const target = path.join(own, 'target');
    const left = `${target}.${process.pid}.part`;
    writeFileSync(left, 'left');
    expect(await commandLine(database.url)(['backup', target])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(own).sort()).toEqual(['target', path.basename(left)]);
  });

  it.each(['is broken off', 'loses the database'])('that %s leaves no file', async (what) => {
    const [own, target] = [await openTestDatabase(), aFolder((end) => ends.push(end))];
    await askAt(own.url, LONG_REPORTS);
    const backups = new Backups({ orm: own.orm, url: own.url, clock: createTestClock() });
    const cut = what === 'loses the database' ? askAt(own.url, CUT) : null;
    const taking = backups.take(target);
    const failed = expect(taking).rejects.toThrow(/Broken off|went away/);
    if (!cut) {
      await vi.waitUntil(() => readdirSync(target).length > 0, { interval: 1, timeout: 10_000 });
      await backups.stop();
    }
    await Promise.all([failed, cut]);
    expect(readdirSync(target)).toEqual([]);
    await own.close();
  });
});
