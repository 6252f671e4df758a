import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliDeps } from '#cli/deps.ts';
import { runCommand } from '#cli/program.ts';
import { loadConfig } from '#core/config.ts';
import { createCore } from '#core/context.ts';
import type { Database } from '#core/db/open.ts';
import { readAdFile } from '#core/ingestion/sources/ndjson/ndjson-source.ts';
import { readSavedPages } from '#core/ingestion/sources/saved-pages.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

/** Runs a command line on the test's database; `answer` is what somebody says when asked. */
async function vanags(words: string[], answer: boolean | null = null) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { BOT_MODE: 'off', DATABASE_URL: database.url };
  const deps: CliDeps = {
    environment,
    config: () => loadConfig(environment),
    openCore: () => createCore(loadConfig(environment), { logger: testLogger() }),
    createSource: () => null,
    readSavedPages,
    readAdFile,
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
    ask: async () => answer,
  };
  const code = await runCommand(deps, words);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('users', () => {
  it('are listed as JSON with exactly the fields of the interface', async () => {
    const user = await aUser(database.orm, { firstName: 'Ilze', role: 'basic' });
    const { code, out } = await vanags(['users', 'list', '--json', '--search', 'Ilze']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([
      { id: user.id, telegram_user_id: user.telegramId, first_name: 'Ilze', role: 'basic' },
    ]);
  });

  it('are promoted by id and by messaging ID', async () => {
    const user = await aUser(database.orm, { role: 'user' });
    expect((await vanags(['users', 'promote', String(user.id), 'basic'])).code).toBe(0);
    expect((await vanags(['users', 'promote', '--telegram', String(user.telegramId), 'advanced'])).code).toBe(0);
    const { out } = await vanags(['users', 'show', String(user.id), '--json']);
    expect(JSON.parse(out)).toMatchObject({ role: 'advanced', limit: 10 });
  });

  it('keep the most recently edited filters when they are demoted', async () => {
    const user = await aUser(database.orm, { role: 'advanced' });
    for (let count = 0; count < 7; count++) await aFilter(database.orm, user.id);
    expect((await vanags(['users', 'demote', String(user.id), 'basic'])).code).toBe(0);
    const { out } = await vanags(['filters', 'list', '--user', String(user.id), '--json']);
    const filters: { filterName: string; active: number }[] = JSON.parse(out);
    expect(filters.filter((filter) => filter.active === 1)).toHaveLength(5);
  });

  it('become administrators, also when they are not known yet', async () => {
    const granted = await vanags(['users', 'grant-admin', '--telegram', '987654']);
    expect(granted).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse((await vanags(['users', 'show', '--telegram', '987654', '--json'])).out).role).toBe('admin');
  });

  it('lose the role of an administrator only after a yes, and never the last one', async () => {
    await vanags(['users', 'grant-admin', '--telegram', '987655']);
    const demote = ['users', 'demote', '--telegram', '987655', 'basic'];
    expect(await vanags(demote, null)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    expect((await vanags(demote, false)).code).toBe(1);
    expect((await vanags(demote, true)).code).toBe(0);
    const last = await vanags(['users', 'demote', '--telegram', '987654', 'basic', '--yes']);
    expect(last.code).toBe(1);
    expect(last.err.split('\n')).toHaveLength(1);
  });
});

describe('mistakes', () => {
  it.each([
    [['users', 'promote', 'seven', 'basic'], 2],
    [['users', 'promote', '7', 'emperor'], 2],
    [['users', 'promote', '7'], 2],
    [['users', 'frobnicate'], 2],
    [['nonsense'], 2],
    [['filters', 'list'], 2],
    [['match', 'explain', '--filter', '1'], 2],
    [[], 2],
    [['users', 'show', '99999999'], 1],
    [['users', 'promote', '99999999', 'basic'], 1],
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
    const { out, code } = await vanags([
      'match',
      'explain',
      '--filter',
      String(filter.id),
      '--ad',
      ad?.id ?? '',
      '--json',
    ]);
    expect(code).toBe(0);
    const explained: { matches: boolean; checks: { field: string; ok: boolean }[] } = JSON.parse(out);
    expect(explained.matches).toBe(false);
    expect(explained.checks.filter((field) => !field.ok).map((field) => field.field)).toEqual(['price']);
  });
});

describe('what needs no database', () => {
  it('lists the catalogue', async () => {
    const brands = JSON.parse((await vanags(['catalog', 'brands', '--json'])).out) as { key: string }[];
    expect(brands.map((brand) => brand.key)).toEqual(expect.arrayContaining(['bmw', 'volvo', 'zaz']));
    expect((await vanags(['catalog', 'models', 'bmw'])).out).toContain('3-series');
  });

  it('checks the settings without showing a secret', async () => {
    const { out, code } = await vanags(['config', 'check']);
    expect(code).toBe(0);
    expect(JSON.parse(out).bot).toEqual({ mode: 'off' });
  });

  it('shows the state of the outbox', async () => {
    const { out } = await vanags(['outbox', 'status', '--json']);
    expect(JSON.parse(out)).toMatchObject({ sent: 0, dead: 0 });
  });
});
