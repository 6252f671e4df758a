import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLinkToken, newToken, tokenHash } from '#core/auth/token.ts';
import { createLogger } from '#core/logger.ts';
import { User } from '#core/users/user.entity.ts';
import { leaksIn, requireCleanLog } from '../support/log-scan.ts';
import { logFolder, secretFolder } from '../support/run-folder.ts';
import { createTestApp, TEST_BOT_TOKEN, type TestApp } from '../support/test-app.ts';

const line = (said: string) => `${JSON.stringify({ level: 30, time: '2026-11-20T12:00:00.000Z', msg: said })}\n`;
const found = (said: string, secrets: string[] = []) => leaksIn(line(said), secrets).map(({ what }) => what);

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

describe('the search of the log', () => {
  it.each([
    ['bot token', TEST_BOT_TOKEN],
    ['bot token', 'https://api.telegram.org/bot123456789:abc/getMe'],
    ['launch data', 'query_id=AAH&user=1'],
    ['launch data', '#tgWebAppData=query%5Fid'],
    ['launch data', 'auth_date%3D1790000000'],
    ['launch data', `hash=${'0'.repeat(64)}`],
    ['launch data', 'authorization: tma x'],
    ['cookie', '__Host-sid=x'],
    ['cookie', 'bid=x'],
    ['token', newToken()],
    ['token', `/auth/link/${tokenHash('x')}`],
    ['link', `/start login_${newLinkToken()}`],
    ['link', '/login#token=abc'],
    ['password hash', '$argon2id$v=19$m=19456'],
    ['e-mail address', 'Key (email_key)=(anna@busy.test) already exists.'],
    ['phone number', 'to +37120000042'],
    ['phone number', 'to +371 20 000 042'],
  ])('finds a %s', (what, said) => {
    expect(found(said)).toEqual([what]);
    const [leak] = leaksIn(line(`before ${said} after`));
    expect(leak?.line).toContain(`‹${what}›`);
    expect(leak?.line).not.toContain(said);
  });

  it('finds what a test has noted', () => {
    for (const password of ['Pelēks-vanags-7!', 'a"b\\c(d)[e'])
      expect(found(`wrong: ${password}`, [password])).toEqual(['secret of a test']);
    expect(found('your code is 004217.', ['004217'])).toEqual(['secret of a test']);
    expect(leaksIn('{"code":"004217"}\n', ['004217'])).toHaveLength(1);
  });

  it.each([
    ['a number', '{"userId":104217}\n'],
    ['a part of a time', '{"time":"2026-11-20T12:00:00.104217Z"}\n'],
    ['a part of a name', '{"requestId":"0c1e-104217-77"}\n'],
  ])('takes %s for no code', (_, text) => {
    expect(leaksIn(text, ['104217'])).toEqual([]);
  });

  it.each([
    'at file:///app/node_modules/@mikro-orm/core/drivers/DatabaseDriver.js:615:54',
    '/filters/get/combined-count',
    'requestId 0b9a4f3e-6f0c-4c0a-9a55-4f3e6f0c4c0a',
    '2026-11-20T12:00:00+00:00',
    'relation "users_a_very_long_name_of_an_index_idx" is gone',
  ])('takes %j for what it is', (said) => {
    expect(found(said)).toEqual([]);
  });

  it('ends the run where something leaked, and where nothing was logged', () => {
    const run = mkdtempSync(path.join(tmpdir(), 'vanags-scan-'));
    try {
      for (const folder of [logFolder(run), secretFolder(run)]) mkdirSync(folder);
      writeFileSync(path.join(logFolder(run), 'a.log'), line('all is well').repeat(3));
      expect(() => requireCleanLog(run, 3)).not.toThrow();
      expect(() => requireCleanLog(run, 4)).toThrow('The run logged 3 lines, 4 at least were expected.');
      writeFileSync(path.join(logFolder(run), 'b.log'), line('all is well') + line('Sarkana-vista-1'));
      writeFileSync(path.join(secretFolder(run), '1'), '"Sarkana-vista-1"\n');
      expect(() => requireCleanLog(run, 3)).toThrow(
        /in 1 line\(s\):\nsecret of a test in b.log: .*‹secret of a test›"}$/,
      );
      expect(() => requireCleanLog(path.join(run, 'nowhere'), 1)).toThrow('The run logged 0 lines');
    } finally {
      rmSync(run, { recursive: true });
    }
  });
});

describe('what is logged', () => {
  /** What a logger like that of the service writes while `work` uses it. */
  function logged(work: (logger: ReturnType<typeof createLogger>) => void): string {
    let text = '';
    const destination = { write: (chunk: string) => (text += chunk) } as unknown as NodeJS.WritableStream;
    work(createLogger('trace', destination));
    return text;
  }

  it('of an error of the database tells constraint and table, and no value', async () => {
    const em = world.core.orm.em.fork();
    const values = { firstName: 'Anna', language: 'lv', role: 'user', phone: '+37120000042' } as const;
    const user = () =>
      em.create(User, { ...values, telegramId: 1, email: 'anna@busy.test', emailKey: 'anna@busy.test' });
    user();
    user();
    const unique = await em.flush().catch((error: unknown) => error);
    const number = await world.core.orm.em
      .fork()
      .execute("select 'anna@busy.test'::int")
      .catch((error: unknown) => error);
    for (const error of [
      unique,
      new Error('it failed', { cause: unique }),
      new AggregateError([unique], 'all failed'),
    ]) {
      const text = logged((logger) => logger.error({ err: error }, 'request failed'));
      expect(text).toContain('"constraint":"users_');
      expect(text).toContain('"sqlState":"23505"');
      expect(text).toContain('at ');
      expect(leaksIn(text)).toEqual([]);
      expect(text).not.toContain('Anna');
    }
    const text = logged((logger) => logger.error({ err: number }));
    expect(text).toContain('invalid input syntax for type integer: \\"…\\"');
    expect(leaksIn(text)).toEqual([]);
  });

  it('of an error without words is no message of its own making', async () => {
    const em = world.core.orm.em.fork();
    const error = (await em.execute("select 'anna@busy.test'::int").catch((caught: unknown) => caught)) as Error;
    const text = logged((logger) => {
      logger.error(error);
      logger.error({ err: error });
      logger.child({ area: 'x' }).warn({ err: error });
    });
    expect(text.match(/"msg":"error"/g)).toHaveLength(3);
    expect(leaksIn(text)).toEqual([]);
  });

  it('of an error of ours is its type, message, stack, code and cause, and nothing it carries along', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', rawPacket: 'sid=x' });
    const text = logged((logger) => logger.error({ err: new Error('it failed', { cause }) }, 'x'));
    expect(JSON.parse(text).err).toEqual({
      type: 'Error',
      message: 'it failed',
      stack: expect.stringMatching(/^Error: it failed\n\s+at /),
      cause: {
        type: 'Error',
        message: 'connect ECONNREFUSED',
        stack: expect.stringMatching(/^Error: connect/),
        errorCode: 'ECONNREFUSED',
      },
    });
  });

  it('of a request is neither what stands behind the path nor the name of a log-in', async () => {
    let text = '';
    const destination = { write: (chunk: string) => (text += chunk) } as unknown as NodeJS.WritableStream;
    const own = await createTestApp({ logger: createLogger('trace', destination) });
    try {
      const link = tokenHash('x');
      for (const url of [
        `/auth/link/${link}`,
        `/auth/link/${link}/`,
        '/filters?tgWebAppData=hash%3D1',
        '/gone?email=a@b.lv',
      ])
        await own.call({ url, headers: { cookie: `sid=${newToken()}`, authorization: `tma hash=${link}` } });
    } finally {
      await own.close();
    }
    const paths = text.split('\n').flatMap((entry) => (entry ? (JSON.parse(entry).req?.path ?? []) : []));
    expect(paths).toEqual(['/auth/link/…', '/auth/link/…/', '/filters', '/gone']);
    expect(leaksIn(text)).toEqual([]);
  });
});
