import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenHash } from '#core/auth/token.ts';
import { createTestApp, OWN_ORIGIN, type TestApp } from '../support/test-app.ts';

const NOON = '2026-11-20T12:00:00Z';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVIL = 'https://evil.example';
const FILTER = { filters: { filterName: 'forged', active: 1 } };

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

let lastTelegramId = 92_000;
async function someone(role: 'advanced' | 'admin' = 'advanced') {
  lastTelegramId += 1;
  const telegramId = lastTelegramId;
  return { telegramId, ...(await world.loginAs({ telegramId, role })) };
}

async function statusOf(cookie: string): Promise<number> {
  return (await world.call({ url: '/api/get/user', headers: { cookie } })).statusCode;
}

async function filterNames(cookie: string): Promise<string[]> {
  const answer = await world.call({ url: '/filters/get/filters', headers: { cookie } });
  const filters: { filterName: string }[][] = Object.values(answer.json());
  return filters.flat().map(({ filterName }) => filterName);
}

describe('a session', () => {
  it('is 256 random bits, of which only the hash is stored', async () => {
    const tokens = new Set<string>();
    for (let count = 0; count < 20; count += 1) tokens.add((await someone()).cookie.replace('sid=', ''));
    expect(tokens.size).toBe(20);
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      const rows = await world.core.run(() =>
        world.core.orm.em.execute<{ row: string }[]>(
          'select sessions::text as row from sessions where token_hash = ?',
          [tokenHash(token)],
        ),
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain(token);
    }
  });

  it('is gone from the database once it is signed out, and its cookie opens nothing', async () => {
    const { cookie } = await someone();
    await world.call({ url: '/api/auth/signout', headers: { cookie } });
    expect(await statusOf(cookie)).toBe(401);
    const rows = await world.core.run(() =>
      world.core.orm.em.execute('select from sessions where token_hash = ?', [tokenHash(cookie.replace('sid=', ''))]),
    );
    expect(rows).toEqual([]);
  });

  it('ends at once with its account, in every browser', async () => {
    const { telegramId, cookie, origin } = await someone();
    const payload = { telegram_user_id: telegramId, initData: world.signInitData({ telegramId }) };
    const login = await world.call({ method: 'POST', url: '/auth/login', payload });
    const other = `sid=${login.cookies[0]?.value}`;
    expect(await statusOf(other)).toBe(200);
    await world.call({ method: 'DELETE', url: '/api/user/delete-account', headers: { cookie, origin } });
    for (const dead of [cookie, other]) expect(await statusOf(dead)).toBe(401);
  });

  it('of a user ends after a week without use and after thirty days in all', async () => {
    const [idle, used] = [await someone(), await someone()];
    for (let day = 1; day < 30; day += 1) {
      world.clock.advance(24 * HOUR_MS);
      expect(await statusOf(used.cookie)).toBe(200);
      if (day === 7) expect(await statusOf(idle.cookie)).toBe(401);
    }
    world.clock.advance(24 * HOUR_MS);
    expect(await statusOf(used.cookie)).toBe(401);
  });

  it('of an administrator ends after half an hour without use and after eight hours in all', async () => {
    const [idle, used] = [await someone('admin'), await someone('admin')];
    for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
      world.clock.advance(20 * MINUTE_MS);
      expect(await statusOf(used.cookie)).toBe(200);
      if (minutes === 40) expect(await statusOf(idle.cookie)).toBe(401);
    }
    world.clock.advance(20 * MINUTE_MS);
    expect(await statusOf(used.cookie)).toBe(401);
  });
});

describe('another site', () => {
  it('signs nobody out by a picture or a link', async () => {
    const { cookie } = await someone();
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
      const answer = await world.call({ url: '/api/auth/signout', headers });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.crossSite']);
    }
    expect(await statusOf(cookie)).toBe(200);
  });

  it.each([
    ['text/plain', JSON.stringify(FILTER)],
    ['application/x-www-form-urlencoded', 'filters[filterName]=forged&filters[active]=1'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="filters"\r\n\r\n{}\r\n--x--\r\n'],
    ['text/plain; charset=application/json', JSON.stringify(FILTER)],
  ])('stores nothing by a form of the type %s', async (type, payload) => {
    const { cookie } = await someone();
    const post = (origin: string) =>
      world.call({ method: 'POST', url: '/filters/new', headers: { cookie, origin, 'content-type': type }, payload });
    const forged = await post(EVIL);
    expect([forged.statusCode, forged.json().code]).toEqual([403, 'auth.crossSite']);
    // Not even from our own pages, where such a form never comes from.
    const own = await post(OWN_ORIGIN);
    expect([own.statusCode, own.json().code]).toEqual([415, 'request.unsupportedType']);
    expect(await filterNames(cookie)).toEqual([]);
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: EVIL }],
    ['the origin of a sandbox', { origin: 'null' }],
    ['an origin that begins like ours', { origin: `${OWN_ORIGIN}.evil.example` }],
    ['another scheme and a header of our own', { origin: OWN_ORIGIN.replace('http', 'ftp'), 'x-requested-with': 'x' }],
  ])('writes nothing by the cookie with %s', async (_, given) => {
    const { cookie, origin } = await someone();
    const create = { method: 'POST', url: '/filters/new', payload: FILTER } as const;
    const { filterId } = (await world.call({ ...create, headers: { cookie, origin } })).json();
    const headers = { cookie, ...given };
    const changed = { filters: { filterName: 'changed', active: 0 } };
    for (const attempt of [
      { ...create, payload: changed },
      { method: 'PUT', url: `/filters/update/${filterId}`, payload: changed },
      { method: 'DELETE', url: `/filters/delete/${filterId}` },
      { method: 'DELETE', url: '/api/user/sessions' },
      { method: 'DELETE', url: '/api/user/delete-account' },
      { method: 'POST', url: '/auth/link' },
    ] as const) {
      const answer = await world.call({ ...attempt, headers });
      expect([attempt.url, answer.statusCode, answer.json().code]).toEqual([attempt.url, 403, 'auth.crossSite']);
    }
    expect(await filterNames(cookie)).toEqual(['forged']);
  });

  it('may read nothing, whichever way it asks', async () => {
    const { cookie } = await someone();
    const preflight = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' };
    for (const url of ['/api/get/user', '/filters/get/filters', '/api/config', '/api/user/export', '/'])
      for (const method of ['GET', 'OPTIONS'] as const) {
        const headers = { cookie, origin: EVIL, ...(method === 'OPTIONS' && preflight) };
        const answer = await world.call({ method, url, headers });
        for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
      }
  });
});
