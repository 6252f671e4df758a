import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInitDataLines } from '#core/auth/init-data.ts';
import { createLogger } from '#core/logger.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';
import { createTestApp, OWN_ORIGIN, TEST_BOT_TOKEN, type TestApp } from '../support/test-app.ts';

const NOON = '2026-11-20T12:00:00Z';
const NOON_S = Date.parse(NOON) / 1000;
const DAY_S = 86_400;
const ANNA = 91_001;
const BOSS = 91_002;
const OTHER_TOKEN = '987654321:AAEother-token-of-another-bot-000000';

let world: TestApp;
let logged = '';
beforeAll(async () => {
  const destination = { write: (line: string) => (logged += line) } as unknown as NodeJS.WritableStream;
  world = await createTestApp({ logger: createLogger('info', destination) });
  await world.loginAs({ telegramId: ANNA });
  await world.loginAs({ telegramId: BOSS, role: 'admin', firstName: 'Boss' });
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.set(NOON);
  logged = '';
});

const fieldsOf = (authDate = String(NOON_S)) => ({
  user: JSON.stringify({ id: ANNA, first_name: 'Anna', language_code: 'lv' }),
  auth_date: authDate,
});
const honest = () => signFields(TEST_BOT_TOKEN, fieldsOf());
const hashOf = (initData: string) => new URLSearchParams(initData).get('hash') ?? '';
const withHash = (hash: string) => honest().replace(hashOf(honest()), hash);
const dated = (authDate: string) => signFields(TEST_BOT_TOKEN, fieldsOf(authDate));

/** By the three doors that take launch data: log-in, sign-up and the header. */
async function ask(initData: string, telegramId = ANNA) {
  const payload = { telegram_user_id: telegramId, initData };
  const answers = [
    await world.call({ method: 'POST', url: '/auth/login', payload }),
    await world.call({ method: 'POST', url: '/auth/signup', payload: { ...payload, first_name: 'Anna' } }),
    await world.call({ url: '/api/get/user', headers: { authorization: `tma ${initData}` } }),
  ];
  return answers.map((answer) => [answer.statusCode, answer.json().code, answer.headers['set-cookie']]);
}

const refused = (code = 'auth.invalidInitData') => Array(3).fill([401, code, undefined]);

it('honest launch data open all three doors', async () => {
  expect((await ask(honest())).map(([status]) => status)).toEqual([200, 200, 200]);
});

it('own launch data with the id of an administrator sign nobody in, and the log tells of it', async () => {
  const payload = { telegram_user_id: BOSS, initData: honest() };
  for (const url of ['/auth/login', '/auth/signup']) {
    const body = url === '/auth/signup' ? { ...payload, first_name: 'Boss' } : payload;
    const answer = await world.call({ method: 'POST', url, payload: body });
    expect([answer.statusCode, answer.json().code, answer.headers['set-cookie']]).toEqual(refused()[0]);
  }
  const lines = logged.split('\n').filter((line) => line.includes('request refused'));
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: 40, refusal: 'auth.invalidInitData', ip: '127.0.0.1' });
});

describe('launch data', () => {
  it('with one letter changed are refused', async () => {
    expect(await ask(honest().replace('Anna', 'Anne'))).toEqual(refused());
  });

  it('signed with another bot’s token, or by the scheme of the log-in widget, are refused', async () => {
    expect(await ask(signFields(OTHER_TOKEN, fieldsOf()))).toEqual(refused());
    const lines = Object.entries(fieldsOf())
      .map(([key, value]) => `${key}=${value}`)
      .sort();
    const widgetKey = createHash('sha256').update(TEST_BOT_TOKEN).digest();
    const widgetHash = createHmac('sha256', widgetKey).update(lines.join('\n')).digest('hex');
    expect(await ask(withHash(widgetHash))).toEqual(refused());
  });

  it.each([
    ['empty', ''],
    ['short', 'abc'],
    ['in upper case', null],
    ['of 64 letters that are no digits', 'z'.repeat(64)],
    ['longer than one', `${'0'.repeat(64)}0`],
    ['of another script', '٠'.repeat(64)],
  ])('with a hash that is %s are refused', async (_, hash) => {
    expect(await ask(withHash(hash ?? hashOf(honest()).toUpperCase()))).toEqual(refused());
  });

  it('without a hash are refused', async () => {
    expect(await ask(honest().replace(/&?hash=[0-9a-f]+/, ''))).toEqual(refused());
  });

  it('whose hash is wrong in one digit are refused alike, wherever it stands', async () => {
    const hash = hashOf(honest());
    for (const place of [0, 1, 31, 62, 63]) {
      const digit = hash[place] === '0' ? '1' : '0';
      expect(await ask(withHash(hash.slice(0, place) + digit + hash.slice(place + 1)))).toEqual(refused());
    }
  });

  it('of more than a day ago are refused', async () => {
    expect(await ask(dated(String(NOON_S - DAY_S - 1)))).toEqual(refused('auth.initDataExpired'));
    expect((await ask(dated(String(NOON_S - DAY_S)))).map(([status]) => status)).toEqual([200, 200, 200]);
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['negative', '-1700000000'],
    ['a float in words', '1e99'],
    ['no number', 'now'],
    ['five minutes ahead', String(NOON_S + 300)],
  ])('with a time that is %s are refused', async (_, authDate) => {
    const { auth_date: _own, ...others } = fieldsOf();
    const fields = authDate === null ? others : fieldsOf(authDate);
    expect(await ask(signFields(TEST_BOT_TOKEN, fields))).toEqual(refused());
  });

  it('whose age is hidden by a line feed inside a value are refused', async () => {
    const old = { ...fieldsOf('1662771648'), query_id: 'AAH' };
    const signed = signFields(TEST_BOT_TOKEN, old);
    const hash = hashOf(signed);
    const forged = new URLSearchParams({ auth_date: '1662771648\nquery_id=AAH', user: old.user, hash });
    const lines = [...forged].filter(([key]) => key !== 'hash').map(([key, value]) => `${key}=${value}`);
    expect(signInitDataLines(lines.sort().join('\n'), TEST_BOT_TOKEN).toString('hex')).toBe(hash);
    expect(await ask(forged.toString())).toEqual(refused());
  });

  it('of more than 4 KiB are refused', async () => {
    expect(await ask(signFields(TEST_BOT_TOKEN, { ...fieldsOf(), start_param: 'x'.repeat(4096) }))).toEqual(refused());
  });

  it('with a field that stands twice are refused', async () => {
    const boss = encodeURIComponent(JSON.stringify({ id: BOSS, first_name: 'Boss' }));
    for (const appended of [`&user=${boss}`, `&hash=${hashOf(honest())}`, `&auth_date=${NOON_S}`])
      expect(await ask(honest() + appended)).toEqual(refused());
    expect(await ask(`user=${boss}&${honest()}`, BOSS)).toEqual(refused());
  });
});

describe('launch data that were good once', () => {
  it('are refused after a sign-out everywhere', async () => {
    const kept = honest();
    world.clock.advance(1000);
    const headers = { authorization: `tma ${kept}` };
    const answer = await world.call({ method: 'DELETE', url: '/api/user/sessions', headers });
    expect(answer.statusCode).toBe(200);
    expect(await ask(kept)).toEqual(refused('auth.reopenApp'));
  });

  it('are refused after the deletion of the account', async () => {
    const telegramId = 91_003;
    await world.loginAs({ telegramId });
    const kept = world.signInitData({ telegramId });
    world.clock.advance(1000);
    const headers = { authorization: `tma ${kept}` };
    await world.call({ method: 'DELETE', url: '/api/user/delete-account', headers });
    expect(await ask(kept, telegramId)).toEqual(refused('auth.reopenApp'));
  });

  it('bring no role that was taken away since', async () => {
    const telegramId = 91_004;
    const own = await world.loginAs({ telegramId, role: 'admin' });
    const kept = world.signInitData({ telegramId });
    await world.core.run(() =>
      world.core.orm.em.execute("update users set role = 'user' where telegram_id = ?", [telegramId]),
    );
    for (const headers of [{ ...own, origin: OWN_ORIGIN }, { authorization: `tma ${kept}` }]) {
      const payload = { filters: { filterName: 'x', active: 1 } };
      const answer = await world.call({ method: 'POST', url: '/filters/new', headers, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'filter.notAllowed']);
    }
  });
});
