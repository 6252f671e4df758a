import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routesOf } from '../support/route-list.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Who may ask what. A route that stands nowhere here fails, and so does a line whose route is gone. */
const RULES = {
  /** Anybody. */
  public: [
    'GET /api/auth/status',
    'GET /api/auth/signout',
    'GET /api/config',
    'GET /api/filters/get',
    'GET /auth/link/:linkId',
    'GET /healthz',
    'GET /readyz',
    'POST /auth/dev-login',
    'POST /auth/forgot-password',
    'POST /auth/link',
    'POST /auth/link/redeem',
    'POST /auth/login',
    'POST /auth/password-login',
    'POST /auth/register',
    'POST /auth/signup',
    'POST /auth/verify',
  ],
  /** Who is signed in. */
  member: [
    'GET /api/alerts',
    'GET /api/get/user',
    'GET /api/plans',
    'GET /api/user/export',
    'GET /api/user/sessions',
    'GET /api/user/settings',
    'GET /filters/get/combined-count',
    'GET /filters/get/filter-limit',
    'GET /filters/get/filters',
    'GET /filters/get/user-info',
    'POST /api/ads/:adId/hide',
    'POST /api/feedback',
    'POST /api/filters/preview',
    'POST /api/market/histogram',
    'POST /api/plans/request',
    'POST /api/report-problem',
    'POST /api/user/messaging-account',
    'POST /api/user/test-alert',
    'POST /filters/new',
    'PUT /api/user/password',
    'PUT /api/user/settings',
    'PUT /api/user/username',
    'PUT /filters/update/:filterId',
    'DELETE /api/ads/:adId/hide',
    'DELETE /api/user/delete-account',
    'DELETE /api/user/sessions',
    'DELETE /filters/delete/:filterId',
  ],
  /** Administrators with a session. */
  admin: [
    'GET /admin/get/feedback',
    'GET /admin/get/figures',
    'GET /admin/get/plan-requests',
    'GET /admin/get/reported-problems',
    'GET /admin/get/users',
    'PUT /admin/decline/plan-request/:requestId',
    'PUT /admin/demote/basic/:userId',
    'PUT /admin/demote/user/:userId',
    'PUT /admin/grant/plan-request/:requestId',
    'PUT /admin/promote/advanced/:userId',
    'PUT /admin/promote/basic/:userId',
    'DELETE /admin/delete/reported-problem/:problemId',
    'DELETE /admin/delete/user/:userId',
  ],
  /** Telegram, by its secret. */
  telegram: ['POST /telegram/webhook'],
  /** Anybody: the files of the pages, of which this test has two. */
  page: ['GET /assets/main-4f3a.js', 'GET /icon.svg'],
} as const satisfies Record<string, readonly RouteName[]>;

/** What answers a GET answers a HEAD by the same rule. */
const withHead = (routes: readonly RouteName[]): RouteName[] =>
  routes.flatMap((route) => (route.startsWith('GET ') ? [route, route.replace('GET', 'HEAD') as RouteName] : [route]));
const ruled = (rule: keyof typeof RULES) => withHead(RULES[rule]);

const NOBODY = 999_999_999;
const ROLES = ['user', 'basic', 'advanced'] as const;

let folder: string;
let world: TestApp;
let updates = 0;
let lastTelegramId = 96_000;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vanags-routes-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head></html>');
  await writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'assets', 'main-4f3a.js'), 'export {};');
  world = await createTestApp({
    env: { DEV_LOGIN_SECRET: 'a-word-that-only-the-developers-know' },
    staticDir: folder,
    botName: () => 'vanags_test_bot',
    webhook: (_request, reply) => {
      updates += 1;
      return reply.code(401).send();
    },
  });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const someone = (role: 'admin' | (typeof ROLES)[number]) => {
  lastTelegramId += 1;
  return world.loginAs({ telegramId: lastTelegramId, role });
};

async function ask(route: RouteName, headers: Record<string, string> = {}, payload = '{}') {
  const [method, url = ''] = route.split(' ');
  const withBody = method !== 'GET' && method !== 'HEAD';
  const answer = await world.call({
    method: method as NonNullable<InjectOptions['method']> & string,
    url: url.replace(/:\w+/g, String(NOBODY)),
    headers: { ...headers, ...(withBody && { 'content-type': 'application/json' }) },
    ...(withBody && { payload }),
  });
  // The answer to a HEAD has no body that could say why.
  const isTold = method !== 'HEAD' && answer.statusCode >= 400 && answer.body !== '';
  return { status: answer.statusCode, code: isTold ? answer.json().code : undefined, body: answer.body };
}

/** What cannot be read as JSON: a call that looks at its body answers 400. */
const JUNK = '{';
const refusal = (route: RouteName, status: number, code: string) =>
  expect.objectContaining(route.startsWith('HEAD') ? { status, body: '' } : { status, code });

it('every route has a rule, and every rule a route', () => {
  const rules = Object.keys(RULES).flatMap((rule) => ruled(rule as keyof typeof RULES));
  expect(routesOf(world.app).sort()).toEqual(rules.sort());
});

describe('a call for administrators', () => {
  it.each(ruled('admin'))('%s is refused to everybody else before anything of it is read', async (route) => {
    expect(await ask(route, {}, JUNK)).toEqual(refusal(route, 401, 'auth.unauthenticated'));
    for (const role of ROLES)
      expect(await ask(route, await someone(role), JUNK)).toEqual(refusal(route, 403, 'auth.notAdmin'));
  });

  it.each(ruled('admin'))('%s asks for a session: launch data are none', async (route) => {
    const admin = await someone('admin');
    const authorization = `tma ${world.signInitData({ telegramId: lastTelegramId })}`;
    expect((await world.call({ url: '/api/get/user', headers: { authorization } })).json().role).toBe('admin');
    expect(await ask(route, { authorization }, JUNK)).toEqual(refusal(route, 401, 'auth.unauthenticated'));
    const expired = { ...admin, cookie: 'sid=nobody', authorization };
    expect(await ask(route, expired, JUNK)).toEqual(refusal(route, 401, 'auth.sessionExpired'));
  });

  it.each(ruled('admin'))('%s is answered to an administrator', async (route) => {
    const { status, code } = await ask(route, await someone('admin'));
    expect([200, 400, 404], code).toContain(status);
  });
});

describe('a call for who is signed in', () => {
  it.each(ruled('member'))('%s is refused to nobody before anything of it is read', async (route) => {
    expect(await ask(route, {}, JUNK)).toEqual(refusal(route, 401, 'auth.unauthenticated'));
  });

  it.each(ruled('member'))('%s needs no other role', async (route) => {
    const { status, code } = await ask(route, await someone('basic'));
    expect([200, 400, 404, 409], code).toContain(status);
  });
});

describe('what anybody may ask', () => {
  it.each([...ruled('public'), ...ruled('page')])('%s asks for no session', async (route) => {
    const { status, code } = await ask(route);
    expect([200, 302, 400, 404], code).toContain(status);
  });
});

it.each(ruled('telegram'))('%s is left to who knows the secret of Telegram', async (route) => {
  const before = updates;
  expect((await ask(route)).status).toBe(401);
  expect(updates).toBe(before + 1);
});
