import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tombstoneKey } from '#core/auth/tombstone.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';
import { cookieOf, createTestApp, TEST_BOT_TOKEN, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

function post(url: string, payload: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return world.call({ method: 'POST', url, payload, headers });
}

function signup(telegramId: number, initData = world.signInitData({ telegramId })) {
  return post('/auth/signup', { telegram_user_id: telegramId, first_name: 'Anna', initData });
}

function login(telegramId: number, initData = world.signInitData({ telegramId }), headers = {}) {
  return post('/auth/login', { telegram_user_id: telegramId, initData }, headers);
}

async function isLoggedIn(cookie: string): Promise<boolean> {
  const response = await world.call({ url: '/api/auth/status', headers: { cookie } });
  return response.json().isLoggedIn;
}

async function userCount(): Promise<number> {
  const [row] = await sql<{ count: number }>('select count(*)::int as count from users');
  return row?.count ?? 0;
}

function sql<T>(query: string, values: unknown[] = []): Promise<T[]> {
  return world.core.run(() => world.core.orm.em.execute<T[]>(query, values));
}

describe('signing up and in', () => {
  it('tells a stranger, makes the user, then knows them', async () => {
    const stranger = await login(101);
    expect(stranger.statusCode).toBe(404);
    expect(stranger.json().code).toBe('user.unknown');

    const initData = world.signInitData({ telegramId: 101, firstName: 'Jānis', languageCode: 'ru-RU' });
    const created = await signup(101, initData);
    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({ user: { id: expect.any(Number), telegram_user_id: 101, first_name: 'Jānis' } });

    const again = await login(101, initData);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(created.json());
    const status = await world.call({ url: '/api/auth/status', headers: { cookie: cookieOf(again) } });
    expect(status.json()).toEqual({ isLoggedIn: true, user: created.json().user });
    const user = await world.call({ url: '/api/get/user', headers: { cookie: cookieOf(again) } });
    expect(user.json()).toEqual({ ...created.json().user, role: 'user', language: 'ru', username: null });
  });

  it('takes the id as digits in text', async () => {
    const initData = world.signInitData({ telegramId: 102 });
    const response = await post('/auth/signup', { telegram_user_id: '102', first_name: 'Anna', initData });
    expect(response.statusCode).toBe(201);
    expect(response.json().user.telegram_user_id).toBe(102);
  });

  it('makes one user of twenty sign-ups at once', async () => {
    const before = await userCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signup(103)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(await userCount()).toBe(before + 1);
  });

  it('stores no name that a database or a chat could not hold', async () => {
    const initData = world.signInitData({ telegramId: 104, firstName: `A\u0000\ud800${'x'.repeat(300)}\n` });
    expect((await signup(104, initData)).json().user.first_name).toBe(`A${'x'.repeat(63)}`);
  });

  it.each([
    ['a role', { role: 'admin' }],
    ['an id', { id: 1 }],
    ['a plan', { plan: 'advanced' }],
  ])('refuses %s in the body', async (_, extra) => {
    const initData = world.signInitData({ telegramId: 105 });
    const response = await post('/auth/signup', { telegram_user_id: 105, first_name: 'A', initData, ...extra });
    expect(response.statusCode).toBe(400);
    expect(response.json().field).toBe(Object.keys(extra)[0]);
  });

  it('refuses an id that is not the signed one, and sets no cookie', async () => {
    await signup(106);
    const response = await login(1, world.signInitData({ telegramId: 106 }));
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('auth.invalidInitData');
    expect(response.cookies).toEqual([]);
  });

  it.each([
    ['junk', () => 'hash=abc&\ud800%00'],
    ['nothing', () => ''],
    ['another bot’s', () => signFields('123:x', { user: '{"id":107,"first_name":"A"}', auth_date: '1700000000' })],
    ['4 KiB and more', () => 'x'.repeat(5000)],
  ])('refuses init data that is %s', async (_, initData) => {
    const response = await login(107, initData());
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'auth.invalidInitData' });
  });

  it('refuses init data of yesterday', async () => {
    const authDate = new Date(world.clock.now().getTime() - DAY_MS - 1000);
    const response = await signup(108, world.signInitData({ telegramId: 108, authDate }));
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('auth.initDataExpired');
  });

  it.each(['abc', 0, -5, 1.5, null, '9007199254740993', true])('refuses %j as an id', async (id) => {
    const response = await post('/auth/login', { telegram_user_id: id, initData: 'x' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.invalid', field: 'telegram_user_id' });
  });
});

describe('without a session', () => {
  it('nobody is logged in, and that is no error', async () => {
    const response = await world.call({ url: '/api/auth/status' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ isLoggedIn: false, user: null });
  });

  it('every call that is not public is refused, whatever is sent', async () => {
    const service = ['filtersRedirect', 'config', 'health', 'readiness'];
    const signingIn = ['status', 'signout', 'login', 'signup', 'link', 'linkState', 'linkRedeem', 'passwordLogin'];
    const open = [...service, ...signingIn, 'register', 'verify', 'forgotPassword', 'devLogin'];
    const guarded = Object.entries(PATHS).filter(([name]) => !open.includes(name));
    const answers = [];
    for (const [, path] of guarded)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const)
        answers.push(await world.call({ method, url: pathWith(path, { filterId: 'x' }), payload: '{' }));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status !== 404).every((status) => status === 401)).toBe(true);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(guarded.length);
  });

  it.each([
    ['lv', 'Lietotājs nav ienācis.'],
    ['en-GB,en;q=0.9', 'User not authenticated.'],
    ['rus', 'Вход не выполнен.'],
    ['xx', 'Lietotājs nav ienācis.'],
    ['lv;q=a', 'Lietotājs nav ienācis.'],
    ['z'.repeat(10_000), 'Lietotājs nav ienācis.'],
  ])('the refusal is in the language of the request', async (language, message) => {
    const response = await world.call({ url: '/api/get/user', headers: { 'accept-language': language } });
    expect(response.json()).toEqual({ code: 'auth.unauthenticated', message });
  });
});

describe('init data in the header', () => {
  const asks = (initData: string) =>
    world.call({ url: '/api/get/user', headers: { authorization: `tma ${initData}` } });

  it('stands for a session where cookies are lost', async () => {
    await signup(301);
    const response = await asks(world.signInitData({ telegramId: 301 }));
    expect(response.statusCode).toBe(200);
    expect(response.json().telegram_user_id).toBe(301);
  });

  it('is checked each time', async () => {
    expect((await asks('user=1')).json().code).toBe('auth.invalidInitData');
    expect((await asks(world.signInitData({ telegramId: 999_301 }))).json().code).toBe('auth.unauthenticated');
  });

  it('signed before a sign-out everywhere does not open the app again', async () => {
    const old = world.signInitData({ telegramId: 302 });
    const cookie = cookieOf(await signup(302, old));
    const user = await world.core.run(() => world.core.users.findByTelegramId(302));
    world.clock.advance(5000);
    await world.core.run(() => world.core.sessions.endOthers(user?.id ?? 0, null));
    expect(await isLoggedIn(cookie)).toBe(false);
    for (const answer of [await asks(old), await login(302, old), await signup(302, old)]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json().code).toBe('auth.reopenApp');
    }
    expect((await login(302)).statusCode).toBe(200);
  });

  it('signed before an account was deleted does not make it anew', async () => {
    const old = world.signInitData({ telegramId: 303 });
    world.clock.advance(5000);
    await sql('insert into deleted_accounts (telegram_hash, valid_after, expires_at) values (?, ?, ?)', [
      tombstoneKey(303, TEST_BOT_TOKEN),
      world.clock.now(),
      new Date(world.clock.now().getTime() + 2 * DAY_MS),
    ]);
    expect((await signup(303, old)).json().code).toBe('auth.reopenApp');
    expect((await signup(303)).statusCode).toBe(201);
  });
});
