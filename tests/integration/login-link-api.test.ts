import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cookieIn,
  type LoginWorld,
  OVER,
  openLoginWorld,
  outcome,
  ownPage,
  PENDING,
  UNKNOWN,
  WORTHLESS,
} from '../support/login-world.ts';
import { createTestApp } from '../support/test-app.ts';

const NOON = '2026-11-20T12:00:00Z';
const MINUTE_MS = 60_000;
const JUNK_IDS = ['x', '%00', `${'x'.repeat(42)}%00`, 'x'.repeat(43), 'x'.repeat(101), '%F0%9F%9A%97', '..%2F..', '%'];

let world: LoginWorld;
beforeAll(async () => {
  world = await openLoginWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

describe('a log-in that a page begins', () => {
  it('leads into the chat and tells two digits and its end', async () => {
    const answer = await world.begin();
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        deepLink: expect.stringMatching(/^https:\/\/t\.me\/vanags_test_bot\?start=login_[\w-]{22}$/),
        matchCode: expect.stringMatching(/^[1-9]\d$/),
        expiresAt: '2026-11-20T12:05:00.000Z',
      },
    ]);
    expect(answer.headers['set-cookie']).toMatch(/^bid=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    const empty = await world.call({ method: 'POST', url: '/auth/link', headers: ownPage(), payload: {} });
    expect(empty.statusCode).toBe(200);
  });

  it('waits, and opens one session of whoever confirmed', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    expect(outcome(await world.look(browser))).toEqual(PENDING);
    expect(await world.decide(browser, anna)).toEqual({ state: 'confirmed', isNew: true, client: 'Chrome · Windows' });

    const answer = await world.look(browser);
    expect(answer.json()).toEqual({
      state: 'confirmed',
      user: { id: anna.id, telegram_user_id: anna.telegramId, first_name: 'Anna' },
    });
    expect(cookieIn(answer, 'bid')).toBe('');
    expect(await world.whoIs(cookieIn(answer, 'sid'))).toBe(anna.id);
    expect(await world.linkSessionsOf(anna)).toEqual([{ client: 'Chrome · Windows' }]);
    const again = await world.look(browser);
    expect([...outcome(again), cookieIn(again, 'sid')]).toEqual([...OVER, undefined]);
  });

  it('shares its browser with others that were begun there', async () => {
    const [anna, first] = [await world.someone(), await world.aBrowserWaits()];
    const second = await world.begin(first.headers.cookie);
    expect(`bid=${cookieIn(second, 'bid')}`).toBe(first.headers.cookie);
    await world.decide(first, anna);
    expect(outcome(await world.look({ ...first, id: second.json().id }))).toEqual(PENDING);
    expect(outcome(await world.look(first))).toEqual([200, 'confirmed']);
  });

  it('is over once it is refused, and no later press changes that', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    expect(await world.decide(browser, anna, false)).toMatchObject({ state: 'cancelled', isNew: true });
    expect(outcome(await world.look(browser))).toEqual(OVER);
    expect(await world.decide(browser, anna)).toMatchObject({ state: 'cancelled', isNew: false });
    expect(outcome(await world.look(browser))).toEqual(OVER);
    expect(await world.linkSessionsOf(anna)).toEqual([]);
  });

  it('is over after five minutes, confirmed or not', async () => {
    const anna = await world.someone();
    const [early, late] = [await world.aBrowserWaits(), await world.aBrowserWaits()];
    world.clock.advance(5 * MINUTE_MS - 1);
    expect(await world.decide(early, anna)).toMatchObject({ state: 'confirmed', isNew: true });
    expect(outcome(await world.look(late))).toEqual(PENDING);
    world.clock.advance(1);
    expect(await world.decide(late, anna)).toMatchObject({ state: 'over', isNew: false });
    for (const browser of [early, late]) expect(outcome(await world.look(browser))).toEqual(OVER);
    expect(await world.linkSessionsOf(anna)).toEqual([]);
  });

  it('is forgotten a while after its end', async () => {
    const browser = await world.aBrowserWaits();
    world.clock.advance(15 * MINUTE_MS - 1);
    await world.begin();
    expect(outcome(await world.look(browser))).toEqual(OVER);
    world.clock.advance(1);
    await world.begin();
    expect(outcome(await world.look(browser))).toEqual(UNKNOWN);
  });

  it('is nobody else’s, not even for who knows its name', async () => {
    const [anna, browser, other] = [await world.someone(), await world.aBrowserWaits(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    expect(outcome(await world.look({ id: browser.id, headers: other.headers }))).toEqual(UNKNOWN);
    expect(outcome(await world.look({ id: browser.id }))).toEqual(UNKNOWN);
    expect(outcome(await world.look({ id: browser.id, headers: { cookie: 'bid=' } }))).toEqual(UNKNOWN);
    expect(outcome(await world.look(browser))).toEqual([200, 'confirmed']);
  });

  it.each(JUNK_IDS)('has no name like %s', async (id) => {
    const { headers } = await world.aBrowserWaits();
    const { statusCode } = await world.look({ id, headers });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  });

  it('gives the session a value that the browser did not bring, and ends the one it had', async () => {
    const [anna, bruno, browser] = [await world.someone(), await world.someone(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    const headers = { ...browser.headers, cookie: `${browser.headers.cookie}; ${bruno.headers.cookie}` };
    const sid = cookieIn(await world.look({ ...browser, headers }), 'sid');
    expect(bruno.headers.cookie).not.toContain(sid);
    expect(await world.whoIs(sid)).toBe(anna.id);
    expect((await bruno.ask('GET', '/api/get/user')).statusCode).toBe(401);

    const planted = await world.aBrowserWaits();
    await world.decide(planted, anna);
    const forged = { ...planted.headers, cookie: `${planted.headers.cookie}; sid=${'x'.repeat(43)}` };
    expect(await world.whoIs(cookieIn(await world.look({ ...planted, headers: forged }), 'sid'))).toBe(anna.id);
    expect(await world.whoIs('x'.repeat(43))).toBeUndefined();
  });

  it('stores neither the token of the link nor that of the browser', async () => {
    const { token, headers } = await world.aBrowserWaits();
    const rows = JSON.stringify(await world.sql('select * from login_links'));
    expect(rows).toContain('Chrome · Windows');
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(headers.cookie.slice('bid='.length));
  });

  it('puts no words of a stranger into the chat', async () => {
    const headers = { ...ownPage(), 'user-agent': 'Confirm to win 100 EUR https://evil.example/1.0 x' };
    const begun = await world.call({ method: 'POST', url: '/auth/link', headers });
    const token = begun.json().deepLink.split('login_')[1];
    expect(await world.asked(token)).toMatchObject({ client: null });
  });

  it('is neither begun nor looked at by a page of another site', async () => {
    const { id, headers } = await world.aBrowserWaits();
    for (const other of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const answer = await world.call({ method: 'POST', url: '/auth/link', headers: { ...headers, ...other } });
      expect(outcome(answer)).toEqual([403, 'auth.crossSite']);
    }
    const { cookie } = headers;
    const framed = await world.call({ url: `/auth/link/${id}`, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(outcome(framed)).toEqual([403, 'auth.crossSite']);
  });
});

describe('a log-in while its bot is away', () => {
  it('is refused before anything is stored', async () => {
    const away = await createTestApp({ botName: () => null });
    const answer = await away.call({ method: 'POST', url: '/auth/link', headers: ownPage() });
    expect([...outcome(answer), answer.headers['set-cookie']]).toEqual([503, 'service.botAway', undefined]);
    expect(await away.core.orm.em.fork().execute('select from login_links')).toEqual([]);
    await away.close();
  });
});

describe('log-ins without end', () => {
  it('are slowed down at sixty an hour, begun or redeemed', async () => {
    const limited = await createTestApp({ botName: () => 'vanags_test_bot', env: { RATE_LIMITS: 'on' } });
    const headers = ownPage();
    for (const request of [{ url: '/auth/link' }, { url: '/auth/link/redeem', payload: { token: 'x' } }]) {
      for (let time = 0; time < 60; time += 1)
        expect((await limited.call({ method: 'POST', headers, ...request })).statusCode).not.toBe(429);
      const refused = await limited.call({ method: 'POST', headers, ...request });
      expect(outcome(refused)).toEqual([429, 'request.tooMany']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    await limited.close();
  });
});

describe('a link that the bot gave', () => {
  it('signs its user in once, wherever it is opened', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    const token = await world.issue(anna);
    const answer = await world.redeem(token, ownPage(bruno.headers.cookie));
    expect([answer.statusCode, answer.json().user.id]).toEqual([200, anna.id]);
    expect(await world.whoIs(cookieIn(answer, 'sid'))).toBe(anna.id);
    expect((await bruno.ask('GET', '/api/get/user')).statusCode).toBe(401);
    const again = await world.redeem(token);
    expect([...outcome(again), again.cookies]).toEqual([...WORTHLESS, []]);
  });

  it('is over after five minutes', async () => {
    const anna = await world.someone();
    const token = await world.issue(anna);
    world.clock.advance(5 * MINUTE_MS);
    expect(outcome(await world.redeem(token))).toEqual(WORTHLESS);
  });

  it('is no log-in that a browser waits for, nor the other way round', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    expect(outcome(await world.redeem(browser.token))).toEqual(WORTHLESS);
    const token = await world.issue(anna);
    expect(await world.asked(token)).toBeNull();
    const [link] = await world.sql<{ token_hash: string }>(
      "select token_hash from login_links where state = 'confirmed' and browser_hash is null and user_id = ?",
      [anna.id],
    );
    expect(outcome(await world.look({ id: link?.token_hash ?? '', headers: browser.headers }))).toEqual(UNKNOWN);
    expect((await world.redeem(token)).statusCode).toBe(200);
  });

  it.each([...JUNK_IDS, '', '\u0000'.repeat(22), 'x'.repeat(22), 'ā'.repeat(22)])('is none with %j', async (token) => {
    expect(outcome(await world.redeem(token))).toEqual(WORTHLESS);
  });

  it.each([[null], [7], [['x']], [undefined]])('is none with %j at all', async (token) => {
    expect(outcome(await world.redeem(token))).toEqual([400, 'request.invalid']);
  });
});
