import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { anAd } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { type Ended, MAIN, runInShell, runProcess } from '#tests/support/cli-process.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

// Programs are started, perhaps beside other tests.
vi.setConfig({ testTimeout: 60_000 });

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const env = () => ({ DATABASE_URL: database.url });
const vanags = (words: readonly string[], input?: string) =>
  runProcess(words, { env: env(), ...(input === undefined ? {} : { input }) });

/** Nobody should read more than a few short lines, and never where in the program it was. */
function expectPlainFailure({ err }: Ended): void {
  const lines = err.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(3);
  for (const line of lines) {
    expect(line).not.toMatch(/^\s+at |\bnode:|\p{Cc}/u);
    expect(line.length).toBeLessThanOrEqual(160);
  }
}

describe('the program', () => {
  it('prints a table without colours into a pipe, and JSON', async () => {
    const user = await aUser(database.orm, { firstName: 'Ilze\u001b[31m', role: 'basic' });
    const list = ['users', 'list', '--search', String(user.id)];
    const [table, json] = await Promise.all([vanags(list), vanags([...list, '--json'])]);
    expect(table).toMatchObject({ code: 0, err: '' });
    expect(table.out).toMatch(/^id +telegram_user_id +first_name +role +filters\n.*Ilze\ufffd\[31m.*\n$/);
    expect(json.out).not.toContain('\u001b');
    expect(JSON.parse(json.out)).toEqual([
      { id: user.id, telegram_user_id: user.telegramId, first_name: user.firstName, role: 'basic' },
    ]);
  });

  it('explains a match in words, with signs where the terminal can show them', async () => {
    const { id } = await aUser(database.orm);
    const filter = await aFilter(database.orm, id, { criteria: { carBrand: 'bmw', priceMax: 8500 } });
    const ad = await anAd(database.orm, { brand: 'bmw', price: 9000 });
    const explain = ['match', 'explain', '--filter', String(filter.id), '--ad', String(ad)];
    const { out, err, code } = await runProcess(explain, { env: { ...env(), LANG: 'lv_LV.UTF-8' } });
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out.split('\n').slice(0, 5)).toEqual([
      'The ad does not match.',
      'field  filter asks    ad says  fits',
      'Brand  BMW            BMW      ✓',
      'Price  up to 8 500 €  9 000 €  ✗',
      'Everything else is open.',
    ]);
    expect(JSON.parse((await vanags([...explain, '--json'])).out)).toMatchObject({ matches: false });
  });

  it.skipIf(process.getuid?.() === 0)('does without an .env that belongs to somebody else', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vanags-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, '.env'), 'LOG_LEVEL=nonsense', { mode: 0o000 });
    const { code, err } = await runInShell(`cd ${folder} && $NODE $MAIN config check`, env());
    expect([code, err]).toEqual([0, '']);
  });

  it('asks through a pipe before it deletes', async () => {
    const user = await aUser(database.orm, { firstName: 'Dace' });
    const remove = ['users', 'delete', String(user.id)];
    const [nobody, no] = await Promise.all([vanags(remove), vanags(remove, 'n\n')]);
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    expect(no).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed.') });
    const yes = await vanags(remove, 'y\n');
    expect(yes).toMatchObject({ code: 0, out: `Dace (${user.id}, messaging ID ${user.telegramId}) is deleted.\n` });
  });

  it.runIf(process.platform === 'linux')('asks nobody whose input is closed', async () => {
    const user = await aUser(database.orm);
    const closed = await runInShell(`"$NODE" "$MAIN" users delete ${user.id} <&-`, env());
    expect(closed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
  });

  it('gives a role without asking where nobody sits at a terminal', async () => {
    const user = await aUser(database.orm, { role: 'user' });
    expect(await vanags(['users', 'promote', String(user.id), 'basic'])).toMatchObject({ code: 0, err: '' });
  });

  it('ends at a signal while it asks', async () => {
    const user = await aUser(database.orm);
    const child = spawn(process.execPath, [MAIN, 'users', 'delete', String(user.id)], {
      env: { PATH: process.env.PATH, BOT_MODE: 'off', ...env() },
    });
    const ended = once(child, 'exit');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await text(child.stderr)).toBe('');
    expect(await ended).toEqual([130, null]);
  });
});

describe('an import', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'vanags-import-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileOf(count: number): string {
    const file = path.join(folder, `${count}.ndjson`);
    const line = (at: number) => ({ source: 'dealer', externalId: `a${at}`, url: `https://cars.example/${at}` });
    writeFileSync(file, Array.from({ length: count }, (_, at) => JSON.stringify(line(at))).join('\n'));
    return file;
  }
  const stored = async () => {
    const em = database.orm.em.fork();
    return (await em.execute<unknown[]>("select 1 from ads where source = 'dealer'")).length;
  };

  it('ends at a signal between two pages, and goes on when it is started again, also twice at once', async () => {
    const child = spawn(process.execPath, [MAIN, 'ads', 'import', fileOf(30_000)], {
      env: { PATH: process.env.PATH, BOT_MODE: 'off', ...env() },
    });
    const ended = once(child, 'exit');
    await vi.waitUntil(async () => (await stored()) > 0, { timeout: 30_000 });
    child.kill('SIGINT');
    expect(await text(child.stderr)).toBe('');
    expect(await ended).toEqual([130, null]);
    const kept = await stored();
    expect([kept % 500, kept < 30_000]).toEqual([0, true]);
    const file = fileOf(kept + 100);
    const runs = await Promise.all([1, 2].map(() => vanags(['ads', 'import', file, '--json'])));
    expect(runs.map(({ code, err }) => `${code}${err}`)).toEqual(['0', '0']);
    const news = runs.map(({ out }) => (JSON.parse(out) as { new: number }).new);
    expect(news.sort((a, b) => a - b)).toEqual([0, 100]);
    expect(await stored()).toBe(kept + 100);
  });
});

describe('a failure', () => {
  const AWAY = 'postgresql://nobody@127.0.0.1:1/none';
  const misspelt = () => Object.assign(new URL(database.url), { pathname: '/misspelt' }).href;

  it.concurrent.each<[string, string[], number, () => Record<string, string>]>([
    ['an unknown command', ['users', 'frobnicate'], 2, env],
    ['an unknown user', ['users', 'show', '99999999'], 1, env],
    ['a database that is away', ['users', 'list'], 1, () => ({ DATABASE_URL: AWAY })],
    ['a database that is not there', ['users', 'list'], 1, () => ({ DATABASE_URL: misspelt() })],
    ['an address that is none', ['users', 'list'], 1, () => ({ DATABASE_URL: 'nonsense' })],
    ['wrong settings', ['config', 'check'], 1, () => ({ ...env(), PORT: 'x', SIGNUP_ROLE: 'emperor' })],
  ])('by %s is told in short lines', async (_what, words, code, given) => {
    const ended = await runProcess(words, { env: given() });
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).not.toBe('');
    expectPlainFailure(ended);
  });

  it.runIf(process.platform === 'linux')('is none where the reader of a pipe has seen enough', async () => {
    const [broken, json, full] = await Promise.all([
      runInShell('set -o pipefail; "$NODE" "$MAIN" catalog brands | head -1', env()),
      runInShell('set -o pipefail; "$NODE" "$MAIN" catalog brands --json | head -1', env()),
      runInShell('"$NODE" "$MAIN" catalog brands > /dev/full', env()),
    ]);
    expect(broken).toMatchObject({ code: 0, err: '' });
    expect(broken.out).toMatch(/^key .*\n$/);
    expect(json).toEqual({ code: 0, err: '', out: '[\n' });
    expect(full.code).toBe(1);
    expectPlainFailure(full);
  });
});
