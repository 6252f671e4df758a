import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backups } from '#core/backup/backups.ts';
import { connect } from '#core/db/open.ts';
import { aFolder, askAt, contentsOf, emptyDatabase, fillDatabase } from '#tests/support/backup-world.ts';
import { aUser } from '#tests/support/builders.ts';
import { commandLine, SAYS_NO, SAYS_YES } from '#tests/support/cli-world.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let url: string;
let folder: string;
let file: string;
let whole: Buffer;
const ends: (() => void)[] = [];

beforeAll(async () => {
  const database = await openTestDatabase();
  url = database.url;
  await fillDatabase(database.orm);
  folder = aFolder((end) => ends.push(end));
  file = path.join(folder, 'whole');
  expect((await commandLine(url)(['backup', file])).code).toBe(0);
  await askAt(url, 'create table others (id int)');
  // What a restore would have to bring away again.
  await aUser(database.orm);
  await database.close();
  whole = readFileSync(file);
});
afterAll(() => {
  for (const end of ends) end();
});

/** The backup with its text changed, and whole as a file. */
const rewritten = (change: (text: string) => string) => gzipSync(change(gunzipSync(whole).toString('utf8')));
const flipped = (share: number) => {
  const damaged = Buffer.from(whole);
  const at = Math.floor(damaged.length * share);
  damaged[at] = (damaged[at] ?? 0) ^ 0x10;
  return damaged;
};
const lines = (text: string) => text.trimEnd().split('\n');

type Header = { tables: { name: string; columns: string[] }[] };

/** The backup with another table in front, which has no rows. */
const withTable = (name: string, column: string) =>
  rewritten((text) => {
    const [first = '', ...others] = text.split('\n');
    const header: Header = JSON.parse(first);
    header.tables.unshift({ name, columns: [column] });
    return [JSON.stringify(header), '\\.', ...others].join('\n').replace('{"rows":{', `{"rows":{"${name}":0,`);
  });

/** The backup without its last table. */
const withoutLastTable = () =>
  rewritten((text) => {
    const [first = '', ...others] = lines(text);
    const header: Header = JSON.parse(first);
    const name = header.tables.pop()?.name ?? '';
    const { rows } = JSON.parse(others.at(-1) ?? '');
    delete rows[name];
    const ends = others.flatMap((line, at) => (line === '\\.' ? [at] : []));
    return `${[JSON.stringify(header), ...others.slice(0, (ends.at(-2) ?? 0) + 1), JSON.stringify({ rows })].join('\n')}\n`;
  });

/** Refused in one line, with all as it was. */
async function expectRefused(words: readonly string[], said: RegExp): Promise<void> {
  const before = await contentsOf(url);
  const { code, out, err } = await commandLine(url)(words);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(said);
  expect(lines(err)).toHaveLength(1);
  expect(await contentsOf(url)).toEqual(before);
}

describe('a file is not restored', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['that is cut off in the middle', () => whole.subarray(0, whole.length / 2), /damaged/],
    ['that lacks its last byte', () => whole.subarray(0, -1), /damaged/],
    ['with another byte near its end', () => flipped(0.97), /damaged/],
    ['with another byte in the middle', () => flipped(0.5), /damaged/],
    ['that is empty', () => Buffer.alloc(0), /no backup of Vanags/],
    ['that is something else', () => Buffer.from('Dear diary,\n'), /no backup of Vanags/],
    ['that is something else under gzip', () => gzipSync('Dear diary,\n'), /no backup of Vanags/],
    ['of a newer format', () => rewritten((text) => text.replace('"format":1', '"format":2')), /newer release/],
    [
      'with a migration that nobody knows here',
      () => rewritten((text) => text.replace('"migrations":[', '"migrations":["Migration20990101000000_x",')),
      /newer release \(Migration2099/,
    ],
    ['with fewer rows than it says', () => rewritten((text) => text.replace(/("users":)\d+/, '$15')), /damaged/],
    ['without its last line', () => rewritten((text) => `${lines(text).slice(0, -1).join('\n')}\n`), /damaged/],
    ['that would fill a table that no backup holds', () => withTable('sessions', 'token_hash'), /does not fit/],
    ['that would fill a table of somebody else', () => withTable('others', 'id'), /does not fit/],
    ['that lacks a table', withoutLastTable, /does not fit/],
    [
      'whose numbers leave none for later',
      () => rewritten((text) => text.replace(/("users_id_seq":)\d+/, '$19007199254740000')),
      /numbers/,
    ],
    ['with something behind its last line', () => rewritten((text) => `${text}{}\n`), /damaged/],
  ])('%s', async (_, content, said) => {
    const damaged = path.join(folder, 'damaged');
    writeFileSync(damaged, content());
    await expectRefused(['restore', damaged, '--yes'], said);
  });

  it('that is not there, or is a folder', async () => {
    await expectRefused(['restore', path.join(folder, 'none'), '--yes'], /none cannot be read: there is no such file/);
    await expectRefused(['restore', folder, '--yes'], /cannot be read: it is a folder/);
  });

  it('whose damage is seen only when all its rows stand in the database', async () => {
    const damaged = path.join(folder, 'damaged');
    const orm = await connect(url);
    const backups = new Backups({ orm, url, clock: createTestClock() });
    const before = await contentsOf(url);
    const restored = { replace: true, tellMissed: false };
    for (const content of [
      rewritten((text) => text.replace(/("users":)\d+/, '$15')),
      rewritten((text) => text.replace('"columns":["id","created_at"', '"columns":["ID","created_at"')),
    ]) {
      writeFileSync(damaged, content);
      await expect(backups.restore(damaged, restored)).rejects.toThrow(/damaged|does not fit/);
    }
    await orm.close(true);
    expect(await contentsOf(url)).toEqual(before);
    const off = await askAt(url, "select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'");
    expect(off).toEqual([]);
  });
});

describe('a database that holds something', () => {
  it('is replaced only by who says so', async () => {
    await expectRefused(['restore', file], /repeat the command with --yes/);
    const no = await commandLine(url)(['restore', file], SAYS_NO);
    expect(no).toMatchObject({ code: 1, err: 'Nothing was changed.' });
    expect(no.questions).toEqual([expect.stringMatching(/^Replace 3 users and 4 ads by the backup of .+Z\?/)]);
    const yes = await commandLine(url)(['restore', file], SAYS_YES);
    expect(yes).toMatchObject({ code: 0, err: '' });
    expect(yes.out).toMatch(/is restored: \d+ rows\.\nMessages that waited then and will not be sent: 2\.$/);
    expect(await askAt(url, 'select count(*)::int as users from users')).toEqual([{ users: 2 }]);
  });

  it('is left alone while others are connected', async () => {
    const others = [1, 2].map(() => new pg.Client({ connectionString: url }));
    for (const other of others) await other.connect();
    await expectRefusedBeside(others.length);
    for (const other of others) await other.end();
  });

  it('that a newer release has migrated is neither replaced nor written down', async () => {
    await askAt(
      url,
      "insert into mikro_orm_migrations (name, executed_at) values ('Migration20990101000000_x', now())",
    );
    await expectRefused(['restore', file, '--yes'], /newer release has migrated this database/);
    await expectRefused(['backup', path.join(folder, 'newer')], /newer release has migrated this database/);
    await askAt(url, "delete from mikro_orm_migrations where name like '%2099%'");
  });
});

async function expectRefusedBeside(count: number): Promise<void> {
  const { code, err } = await commandLine(url)(['restore', file, '--yes']);
  expect({ code, err }).toEqual({
    code: 1,
    err: `${count} other connections use this database: stop the service and its replicas first.`,
  });
}

describe('no backup is written', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['over a file', () => [file], /is there already/],
    ['into a folder that is not there', () => [path.join(folder, 'no', 'where')], /no such file or folder/],
    ['with others deleted beside a file', () => [path.join(folder, 'one'), '--keep', '3'], /is no folder/],
  ])('%s', async (_, words, said) => {
    const before = readdirSync(folder);
    await expectRefused(['backup', ...words()], said);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('of nothing', async () => {
    const { code, err } = await commandLine(await emptyDatabase())(['backup', path.join(folder, 'nothing')]);
    expect({ code, err }).toEqual({ code: 1, err: 'The database is empty: there is nothing to back up.' });
  });

  it('where the number of those to keep is none', async () => {
    expect(await commandLine(url)(['backup', folder, '--keep', '0'])).toMatchObject({ code: 2 });
  });
});
