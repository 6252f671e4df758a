import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import type { AdSource, ListPage } from '#core/ingestion/ad-source.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { commandLine } from '#tests/support/cli-world.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let folder: string;
let vanags: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await openTestDatabase();
  vanags = commandLine(database.url);
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

describe('mistakes', () => {
  it.each([
    [['users', 'promote', 'seven', 'basic'], 2],
    [['users', 'promote', '7', 'emperor'], 2],
    [['users', 'promote', '7'], 2],
    [['users', 'promote', '--telegram', '7'], 2],
    [['users', 'promote', '--telegram', '7', '7', 'basic'], 2],
    [['users', 'promote', '7', 'admin'], 1],
    [['users', 'show', '7', '--telegram', '5'], 2],
    [['users', 'delete'], 2],
    [['users', 'frobnicate'], 2],
    [['users', 'list', '--limit', '0'], 2],
    [['users', 'list', '--limit', '100000'], 2],
    [['users', 'list', '--sort', 'shoe-size'], 2],
    [['users', 'list', '--role', 'emperor'], 2],
    [['users', 'list', '--after', 'nowhere'], 2],
    [['users', 'list', '--sort', '-id', '--after', 'nowhere'], 2],
    [['users', 'list', '--search', 'a\u0000b'], 2],
    [['problems', 'list', '--after', '-1'], 2],
    [['problems', 'show', '1.5'], 2],
    [['plans', 'grant', '1', 'admin'], 2],
    [['audit', 'list', '--user', 'me'], 2],
    [['complete', 'tcsh'], 2],
    [['nonsense'], 2],
    [['filters', 'list'], 2],
    [['match', 'explain', '--filter', '1'], 2],
    [[], 2],
    [['users', 'show', '99999999'], 1],
    [['users', 'promote', '99999999', 'basic'], 1],
    [['users', 'delete', '99999999', '--yes'], 1],
    [['problems', 'show', '99999999'], 1],
    [['problems', 'delete', '99999999', '--yes'], 1],
    [['plans', 'grant', '99999999'], 1],
    [['plans', 'decline', '99999999'], 1],
    [['catalog', 'models', 'toString'], 1],
    [['match', 'explain', '--filter', '99999999', '--ad', '1'], 1],
    [['source', 'check'], 1],
    [['ads', 'import', '/no/such/file.ndjson'], 1],
    [['ads', 'replay', '/no/such/folder'], 1],
    [['config', 'check', '--nonsense'], 2],
  ])('%j ends with %i, a readable line and no stack', async (words, code) => {
    const answer = await vanags(words);
    expect(answer.code).toBe(code);
    expect(answer.err).not.toBe('');
    expect(answer.err).not.toMatch(/\n\s+at /);
  });

  it('name what may have been meant', async () => {
    const user = await aUser(database.orm, { telegramId: 5_550_001 });
    const { err } = await vanags(['users', 'show', String(user.telegramId)]);
    expect(err).toBe(`No user ${user.telegramId}; did you mean --telegram ${user.telegramId}?`);
    expect((await vanags(['users', 'promot', '7', 'basic'])).err).toContain('promote');
  });

  it('that name a role list the roles', async () => {
    const { err } = await vanags(['users', 'promote', '7', 'emperor']);
    expect(err).toBe('Invalid role specified: "emperor". Roles: user, basic, advanced, admin.');
  });
});

describe('help', () => {
  it('shows how users are named', async () => {
    const { code, out } = await vanags(['users', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('vanags users promote --telegram 5001 advanced');
    expect((await vanags(['users', 'demote', '--help'])).out).toContain('user, basic, advanced');
  });
});

describe('the check of a source', () => {
  const page: ListPage = {
    ads: [aListedAd('a')],
    badRows: [{ externalId: 'b', reason: 'five cells' }],
    unknownValues: { 'engine:Steam': 2 },
    next: null,
    notModified: false,
  };
  const source: AdSource = { id: 'market', fetchList: async () => page, fetchAd: async () => ({ state: 'gone' }) };

  it('counts what the newest list has, and names what could not be read', async () => {
    const check = commandLine(database.url, source);
    expect((await check(['source', 'check'])).out).toMatch(/^source[^\n]+\nmarket +1 +1 +2 +1 +1$/);
    expect(JSON.parse((await check(['source', 'check', '--json'])).out)).toMatchObject({
      ads: 1,
      unknown: { 'engine:Steam': 2 },
      bad: [{ externalId: 'b', reason: 'five cells' }],
    });
  });
});

describe('ads', () => {
  const line = (id: string, over: object = {}) =>
    JSON.stringify({
      source: 'feed',
      externalId: id,
      url: `https://cars.example/${id}`,
      title: 'BMW 320',
      brand: 'bmw',
      model: '320',
      price: 9000,
      year: 2015,
      volume: 2,
      mileage: 150000,
      engine: 'diesel',
      bodyType: 'sedan',
      color: 'black',
      area: 'riga',
      gearBox: 'automatic',
      dealType: 'sell',
      checkup: '04.2027',
      photo: null,
      postedAt: '2026-11-20T10:00:00Z',
      ...over,
    });

  it('are imported once; what cannot be read is counted', async () => {
    const file = path.join(folder, 'ads.ndjson');
    writeFileSync(file, [line('a1'), line('a2', { price: 8000 }), '{ broken', line('a3', { price: -1 })].join('\n'));
    const first = JSON.parse((await vanags(['ads', 'import', file, '--json'])).out);
    expect(first).toMatchObject({ new: 2, badRows: 2 });
    writeFileSync(file, [line('a1'), line('a2', { price: 7000 })].join('\n'));
    const second = JSON.parse((await vanags(['ads', 'import', file, '--json'])).out);
    expect(second).toMatchObject({ new: 0, priceDrops: 1, unchanged: 1 });
  });

  it('are explained field by field', async () => {
    const user = await aUser(database.orm);
    const filter = await aFilter(database.orm, user.id, { criteria: { carBrand: 'bmw', priceMax: 8500 } });
    const [ad] = await database.orm.em.fork().execute<{ id: string }[]>("select id from ads where external_id = 'a1'");
    const explain = ['match', 'explain', '--filter', String(filter.id), '--ad', ad?.id ?? ''];
    const { out, code } = await vanags([...explain, '--json']);
    expect(code).toBe(0);
    const explained: { matches: boolean; checks: { field: string; ok: boolean }[] } = JSON.parse(out);
    expect(explained.matches).toBe(false);
    expect(explained.checks.filter((field) => !field.ok).map((field) => field.field)).toEqual(['price']);
    expect((await vanags(explain)).out).toMatch(/^The ad does not match\.\n/);
  });
});

describe('what needs no database', () => {
  it('lists the catalogue', async () => {
    const brands = JSON.parse((await vanags(['catalog', 'brands', '--json'])).out) as { key: string }[];
    expect(brands.map((brand) => brand.key)).toEqual(expect.arrayContaining(['bmw', 'volvo', 'zaz']));
    expect((await vanags(['catalog', 'models', 'bmw'])).out).toContain('3-series');
  });

  it('checks the settings without showing a secret', async () => {
    const { out, code } = await vanags(['config', 'check', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out).bot).toEqual({ mode: 'off' });
  });

  it('shows the state of the outbox', async () => {
    const { out } = await vanags(['outbox', 'status', '--json']);
    expect(JSON.parse(out)).toMatchObject({ sent: 0, dead: 0 });
  });
});
