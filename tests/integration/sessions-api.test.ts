import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignInWay } from '#core/contracts/sessions.ts';
import { createTestApp, OWN_ORIGIN, type TestApp } from '../support/test-app.ts';

const NOON = '2026-11-20T12:00:00Z';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SESSIONS = '/api/user/sessions';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

let lastTelegramId = 81_000;

/** Somebody with an account, and a way to open further sessions of theirs. */
async function someone() {
  lastTelegramId += 1;
  const telegramId = lastTelegramId;
  const first = await world.loginAs({ telegramId });
  const { id } = (await world.call({ url: '/api/get/user', headers: first })).json();
  return { id: Number(id), telegramId, first, another: (origin = {}) => anotherSession(Number(id), origin) };
}

async function anotherSession(userId: number, origin: { way?: SignInWay; client?: string }) {
  const { way = 'password', client = null } = origin;
  const token = await world.core.run(() => world.core.sessions.open(userId, way, { client, previousToken: null }));
  return { cookie: `sid=${token}`, origin: OWN_ORIGIN };
}

const list = async (headers: object) => (await world.call({ url: SESSIONS, headers: { ...headers } })).json().sessions;
const endOthers = (headers: object) => world.call({ method: 'DELETE', url: SESSIONS, headers: { ...headers } });
const header = (initData: string) => ({ authorization: `tma ${initData}` });

async function statusOf(headers: object): Promise<[number, string | undefined]> {
  const answer = await world.call({ url: '/api/get/user', headers: { ...headers } });
  return [answer.statusCode, answer.json().code];
}

describe('the list of sessions', () => {
  it('tells where each one came from, the one that asks first, then the latest used', async () => {
    const { first, another } = await someone();
    world.clock.advance(MINUTE_MS);
    const phone = await another({ way: 'link', client: 'Safari · iOS' });
    world.clock.advance(MINUTE_MS);
    const office = await another({ client: 'Chrome · Windows' });
    world.clock.advance(MINUTE_MS);
    await statusOf(phone);
    expect(await list(first)).toEqual([
      expect.objectContaining({ way: 'telegram', current: true }),
      {
        way: 'link',
        client: 'Safari · iOS',
        createdAt: '2026-11-20T12:01:00.000Z',
        lastUsedAt: '2026-11-20T12:03:00.000Z',
        current: false,
      },
      expect.objectContaining({ way: 'password', client: 'Chrome · Windows', current: false }),
    ]);
    expect((await list(office))[0]).toMatchObject({ client: 'Chrome · Windows', current: true });
  });

  it('names browser and system of who signed in', async () => {
    const { telegramId } = await someone();
    const payload = { telegram_user_id: telegramId, initData: world.signInitData({ telegramId }) };
    const headers = { 'user-agent': CHROME };
    const answer = await world.call({ method: 'POST', url: '/auth/login', payload, headers });
    const cookie = `sid=${answer.cookies[0]?.value}`;
    expect((await list({ cookie }))[0]).toMatchObject({ way: 'telegram', client: 'Chrome · Windows', current: true });
  });

  it('leaves out what has ended, and what is others’', async () => {
    const [anna, bruno] = [await someone(), await someone()];
    await anna.another();
    world.clock.advance(7 * DAY_MS);
    const fresh = await anna.another({ way: 'link' });
    expect(await list(fresh)).toEqual([expect.objectContaining({ way: 'link', current: true })]);
    expect(await list(await bruno.another())).toHaveLength(1);
  });

  it('shows who asks by launch data which of them the cookie is', async () => {
    const { telegramId, first, another } = await someone();
    await another();
    const launch = header(world.signInitData({ telegramId }));
    expect((await list(launch)).map((session: { current: boolean }) => session.current)).toEqual([false, false]);
    expect((await list({ ...launch, ...first }))[0]).toMatchObject({ way: 'telegram', current: true });
  });
});

describe('ending all other sessions', () => {
  it('leaves the one that asks, under a new name', async () => {
    const { first, another } = await someone();
    const others = [await another(), await another({ way: 'link' })];
    world.clock.advance(1000);
    const answer = await endOthers(first);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    const renewed = { cookie: `sid=${answer.cookies[0]?.value}`, origin: OWN_ORIGIN };
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', httpOnly: true, path: '/' });
    for (const dead of [first, ...others]) expect(await statusOf(dead)).toEqual([401, 'auth.sessionExpired']);
    expect(await statusOf(renewed)).toEqual([200, undefined]);
    expect(await list(renewed)).toEqual([expect.objectContaining({ way: 'telegram', current: true })]);
  });

  it('does not make the one that asks live longer', async () => {
    let { first: session } = await someone();
    for (let week = 0; week < 5; week += 1) {
      world.clock.advance(6 * DAY_MS - 1000);
      const answer = await endOthers(session);
      expect(answer.statusCode).toBe(200);
      session = { cookie: `sid=${answer.cookies[0]?.value}`, origin: OWN_ORIGIN };
    }
    expect((await statusOf(session))[0]).toBe(200);
    world.clock.advance(5000);
    expect(await statusOf(session)).toEqual([401, 'auth.sessionExpired']);
  });

  it('refuses the launch data of before, but for who keeps the session that asked', async () => {
    const { telegramId, first } = await someone();
    const launch = header(world.signInitData({ telegramId }));
    world.clock.advance(1000);
    const answer = await endOthers(first);
    expect(await statusOf(launch)).toEqual([401, 'auth.reopenApp']);
    expect(await statusOf({ ...launch, cookie: `sid=${answer.cookies[0]?.value}` })).toEqual([200, undefined]);
    world.clock.advance(1000);
    expect(await statusOf(header(world.signInitData({ telegramId })))).toEqual([200, undefined]);
  });

  it('by launch data alone ends all, and the app must be opened anew', async () => {
    const { telegramId, first } = await someone();
    const stranger = await someone();
    world.clock.advance(1000);
    const launch = header(world.signInitData({ telegramId }));
    world.clock.advance(1000);
    const answer = await endOthers({ ...launch, cookie: stranger.first.cookie });
    expect([answer.statusCode, answer.cookies]).toEqual([200, []]);
    expect(await statusOf(first)).toEqual([401, 'auth.sessionExpired']);
    expect(await statusOf(launch)).toEqual([401, 'auth.reopenApp']);
    expect(await statusOf(stranger.first)).toEqual([200, undefined]);
  });

  it('by launch data with a cookie keeps its session', async () => {
    const { telegramId, first } = await someone();
    const launch = header(world.signInitData({ telegramId }));
    world.clock.advance(1000);
    const answer = await endOthers({ ...launch, ...first });
    expect(await statusOf({ ...launch, cookie: `sid=${answer.cookies[0]?.value}` })).toEqual([200, undefined]);
  });

  it('asked by two of them at once leaves one', async () => {
    const { first, another } = await someone();
    const answers = await Promise.all([first, await another()].map(endOthers));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
    const kept = answers.find((answer) => answer.statusCode === 200)?.cookies[0]?.value;
    expect(await list({ cookie: `sid=${kept}` })).toHaveLength(1);
  });

  it('asked twice at once by one of them does not end that one', async () => {
    const { first } = await someone();
    const answers = await Promise.all([first, first].map(endOthers));
    const kept = answers.flatMap((answer) => answer.cookies.map(({ value }) => value));
    expect(kept).toHaveLength(1);
    expect((await statusOf({ cookie: `sid=${kept[0]}` }))[0]).toBe(200);
  });

  it('is not for other sites', async () => {
    const { first } = await someone();
    const answer = await endOthers({ ...first, origin: 'https://evil.example' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.crossSite']);
  });
});

describe('launch data that count no more', () => {
  const stale = (telegramId: number) =>
    header(world.signInitData({ telegramId, authDate: new Date(world.clock.now().getTime() - DAY_MS - 1000) }));

  it('do not outrank a living session of the same person', async () => {
    const { telegramId, first } = await someone();
    expect(await statusOf(stale(telegramId))).toEqual([401, 'auth.initDataExpired']);
    expect(await statusOf({ ...stale(telegramId), ...first })).toEqual([200, undefined]);
  });

  it('do not borrow the session of somebody else, nor one that has ended', async () => {
    const [anna, bruno] = [await someone(), await someone()];
    expect(await statusOf({ ...stale(anna.telegramId), ...bruno.first })).toEqual([401, 'auth.initDataExpired']);
    await world.call({ url: '/api/auth/signout', headers: anna.first });
    expect(await statusOf({ ...stale(anna.telegramId), ...anna.first })).toEqual([401, 'auth.initDataExpired']);
  });

  it('borrow nothing when they were never signed', async () => {
    const { first, telegramId } = await someone();
    const forged = world.signInitData({ telegramId }).replace('Anna', 'Hanna');
    for (const initData of [forged, 'hash=abc', ''])
      expect(await statusOf({ ...header(initData), ...first })).toEqual([401, 'auth.invalidInitData']);
  });
});
