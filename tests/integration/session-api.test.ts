import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, createTestApp, OWN_ORIGIN, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;
const EVIL = 'https://evil.example';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function signup(telegramId: number): Promise<LightMyRequestResponse> {
  const payload = { telegram_user_id: telegramId, first_name: 'Anna', initData: world.signInitData({ telegramId }) };
  return world.call({ method: 'POST', url: '/auth/signup', payload });
}

async function login(telegramId: number, headers = {}): Promise<LightMyRequestResponse> {
  const payload = { telegram_user_id: telegramId, initData: world.signInitData({ telegramId }) };
  return world.call({ method: 'POST', url: '/auth/login', payload, headers });
}

async function isLoggedIn(cookie: string): Promise<boolean> {
  const response = await world.call({ url: '/api/auth/status', headers: { cookie } });
  return response.json().isLoggedIn;
}

describe('a session', () => {
  it('is kept in a cookie that scripts cannot read, and by its hash only', async () => {
    const response = await signup(201);
    const header = String(response.headers['set-cookie']);
    expect(header).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = response.cookies[0]?.value ?? '';
    const known = await world.core.run(() =>
      world.core.orm.em.execute('select 1 from sessions where token_hash = ?', [token]),
    );
    expect(known).toEqual([]);
  });

  it('is replaced when somebody signs in with another', async () => {
    const first = cookieOf(await signup(202));
    const second = cookieOf(await login(202, { cookie: first, origin: OWN_ORIGIN }));
    expect(second).not.toBe(first);
    expect(await isLoggedIn(first)).toBe(false);
    expect(await isLoggedIn(second)).toBe(true);
  });

  it('never takes a value that the browser brings along', async () => {
    const forged = `sid=${'x'.repeat(43)}`;
    const response = await login(202, { cookie: forged, origin: OWN_ORIGIN });
    expect(cookieOf(response)).not.toBe(forged);
    expect(await isLoggedIn(forged)).toBe(false);
  });

  it('ends with the sign-out', async () => {
    const cookie = cookieOf(await signup(203));
    const response = await world.call({ url: '/api/auth/signout', headers: { cookie } });
    expect(response.json()).toEqual({ redirect: '/' });
    expect(response.cookies[0]).toMatchObject({ name: 'sid', value: '' });
    const user = await world.call({ url: '/api/get/user', headers: { cookie } });
    expect(user.statusCode).toBe(401);
    expect(user.json().code).toBe('auth.sessionExpired');
  });

  it('ends after seven days without use, and after thirty in all', async () => {
    const start = world.clock.now();
    const cookie = cookieOf(await signup(204));
    for (let day = 0; day < 24; day += 6) {
      world.clock.advance(6 * DAY_MS);
      expect(await isLoggedIn(cookie)).toBe(true);
    }
    world.clock.advance(5 * DAY_MS);
    expect(await isLoggedIn(cookie)).toBe(true);
    world.clock.advance(DAY_MS);
    expect(await isLoggedIn(cookie)).toBe(false);
    const idle = cookieOf(await signup(205));
    world.clock.advance(7 * DAY_MS);
    expect(await isLoggedIn(idle)).toBe(false);
    world.clock.set(start);
  });

  it('of an administrator ends after half an hour without use', async () => {
    const start = world.clock.now();
    const { cookie } = await world.loginAs({ telegramId: 206, role: 'admin' });
    world.clock.advance(29 * 60_000);
    expect(await isLoggedIn(cookie)).toBe(true);
    world.clock.advance(30 * 60_000);
    expect(await isLoggedIn(cookie)).toBe(false);
    world.clock.set(start);
  });

  it.each(['sid=', 'sid="x"', `sid=${'y'.repeat(7000)}`, 'sid=ā', 'sid=a; sid=b', '=; ;'])(
    'of the cookie %j is nobody’s',
    async (cookie) => {
      expect(await isLoggedIn(cookie)).toBe(false);
    },
  );
});

describe('a page of another site', () => {
  it('writes nothing with a cookie, whatever else it brings', async () => {
    const cookie = cookieOf(await signup(402));
    for (const other of [{}, { authorization: 'Basic eDp5' }, { origin: EVIL }, { origin: 'null' }]) {
      const headers = { cookie, ...other };
      const response = await world.call({ method: 'DELETE', url: '/filters/delete/1', headers });
      expect(response.json().code).toBe('auth.crossSite');
    }
  });

  it('cannot sign anybody out', async () => {
    const cookie = cookieOf(await signup(401));
    const attempts = [{ 'sec-fetch-site': 'cross-site' }, { origin: EVIL }, { referer: `${EVIL}/page` }];
    for (const headers of attempts) {
      const response = await world.call({ url: '/api/auth/signout', headers: { cookie, ...headers } });
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe('auth.crossSite');
    }
    expect(await isLoggedIn(cookie)).toBe(true);
    const own = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await world.call({ url: '/api/auth/signout', headers: own })).statusCode).toBe(200);
  });

  it.each([
    ['with its own origin', { origin: EVIL }],
    ['without an origin', {}],
    ['from a sandbox', { origin: 'null' }],
    ['with an origin that only looks like ours', { origin: `${OWN_ORIGIN}.evil.example` }],
    ['as a navigation', { 'sec-fetch-site': 'cross-site' }],
  ])('cannot write %s', async (_, headers) => {
    const cookie = cookieOf(await signup(402));
    const response = await world.call({ method: 'DELETE', url: '/filters/delete/1', headers: { cookie, ...headers } });
    expect(response.statusCode).toBe(403);
  });

  it('gets no permission to read', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await world.call({ method, url: '/api/get/user', headers: { origin: EVIL } });
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('is no hindrance to our own pages', async () => {
    const cookie = cookieOf(await signup(402));
    for (const headers of [{ origin: OWN_ORIGIN }, { 'sec-fetch-site': 'same-origin' }]) {
      const response = await world.call({
        method: 'DELETE',
        url: '/filters/delete/1',
        headers: { cookie, ...headers },
      });
      expect(response.json().code).toBe('filter.notFound');
    }
  });
});
