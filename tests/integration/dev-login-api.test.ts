import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, createTestApp, OWN_ORIGIN, type TestApp } from '../support/test-app.ts';

const SECRET = 'a-word-that-only-the-developers-know';
const ADMIN = 801;
const USER = 802;
const url = '/auth/dev-login';

let staticDir: string;
let world: TestApp;
let without: TestApp;
beforeAll(async () => {
  staticDir = await mkdtemp(path.join(tmpdir(), 'vanags-dev-login-'));
  await writeFile(path.join(staticDir, 'index.html'), '<!doctype html><html><head></head><body>app</body></html>');
  const env = { DEV_LOGIN_SECRET: SECRET, RATE_LIMITS: 'on' };
  [world, without] = await Promise.all([createTestApp({ env, staticDir }), createTestApp({ staticDir })]);
  await world.loginAs({ telegramId: ADMIN, firstName: 'Ada', role: 'admin' });
  await world.loginAs({ telegramId: USER, role: 'advanced' });
});
afterAll(async () => {
  await Promise.all([world.close(), without.close()]);
  await rm(staticDir, { recursive: true });
});

function ask(payload: object, options: InjectOptions = {}): Promise<LightMyRequestResponse> {
  return world.call({ method: 'POST', url, payload, ...options });
}

const ada = { first_name: 'Ada', telegram_user_id: ADMIN, secret: SECRET };

describe('the log-in of developers', () => {
  it('lets an administrator in who knows the secret', async () => {
    const answer = await ask(ada);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ user: { id: expect.any(Number), telegram_user_id: ADMIN, first_name: 'Ada' } });
    const headers = { cookie: cookieOf(answer) };
    expect((await world.call({ url: '/api/get/user', headers })).json().role).toBe('admin');
    const [session] = (await world.call({ url: '/api/user/sessions', headers })).json().sessions;
    expect(session).toMatchObject({ way: 'dev', current: true });
    expect((await world.call({ url: '/api/auth/signout', headers })).json()).toEqual({ redirect: '/dev-login' });
  });

  it('replaces the session that the browser had', async () => {
    const cookie = cookieOf(await ask(ada));
    const second = await ask(ada, { headers: { cookie, origin: OWN_ORIGIN } });
    expect(second.statusCode).toBe(200);
    expect((await world.call({ url: '/api/get/user', headers: { cookie } })).statusCode).toBe(401);
  });

  it('refuses all others in the same words', async () => {
    const attempts = [
      { ...ada, secret: 'wrong' },
      { ...ada, secret: '' },
      { ...ada, secret: `${SECRET} ` },
      { ...ada, telegram_user_id: USER },
      { ...ada, telegram_user_id: 899 },
    ];
    const answers = await Promise.all(
      attempts.map((payload, number) => ask(payload, { remoteAddress: `192.0.2.${number}` })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.json().code).toBe('auth.loginFailed');
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
  });

  it('needs the secret: name and id alone are no log-in', async () => {
    const answer = await ask({ first_name: 'Ada', telegram_user_id: ADMIN });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe('secret');
  });

  it('is closed for a quarter of an hour after ten wrong tries from an address, also to who is right then', async () => {
    const remoteAddress = '198.51.100.7';
    const statuses: number[] = [];
    for (let tries = 0; tries < 20; tries += 1)
      statuses.push((await ask({ ...ada, secret: `wrong ${tries}` }, { remoteAddress })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    const refused = await ask(ada, { remoteAddress });
    expect(refused.json().code).toBe('auth.tooManyAttempts');
    expect(Number(refused.headers['retry-after'])).toBe(900);
    expect((await ask(ada, { remoteAddress: '198.51.100.8' })).statusCode).toBe(200);
    world.clock.advance(15 * 60_000);
    expect((await ask(ada, { remoteAddress })).statusCode).toBe(200);
  });
});

describe('without a secret', () => {
  it('there is no such call, whatever is sent', async () => {
    for (const payload of [ada, { ...ada, secret: '' }, {}]) {
      const answer = await without.call({ method: 'POST', url, payload });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('request.notFound');
    }
  });

  it('there is no such page', async () => {
    const headers = { accept: 'text/html' };
    for (const page of ['/dev-login', '/dev-login/', '/dev-login?x=1', '/DEV-login', '/%64ev-login', '//dev-login']) {
      expect((await without.call({ url: page, headers })).statusCode).toBe(404);
      expect((await world.call({ url: page, headers })).statusCode).toBe(200);
    }
    const page = await without.call({ url: '/dev-login', headers });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect((await without.call({ url: '/login', headers })).statusCode).toBe(200);
    expect((await without.call({ method: 'HEAD', url: '/dev-login', headers })).statusCode).toBe(404);
  });

  it('signing out leads to the landing page', async () => {
    expect((await without.call({ url: '/api/auth/signout' })).json()).toEqual({ redirect: '/' });
  });
});
