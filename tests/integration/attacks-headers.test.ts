import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics, serveMetrics } from '#api/metrics.ts';
import { createTestApp, OWN_ORIGIN, TEST_BOT_TOKEN, type TestApp } from '../support/test-app.ts';

const HTML = { accept: 'text/html,*/*' };
const JSON_BODY = { 'content-type': 'application/json' };

let folder: string;
let world: TestApp;
let secure: TestApp;
let own: { cookie: string; origin: string };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-headers-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<html><head></head></html>');
  writeFileSync(path.join(folder, 'assets', 'main-4f3a.js'), 'export {};');
  const options = { staticDir: folder, botName: () => 'vanags_bot' };
  world = await createTestApp(options);
  secure = await createTestApp({ ...options, env: { PUBLIC_URL: 'https://vanags.example' } });
  own = await world.loginAs({ telegramId: 93_001, role: 'basic' });
});
afterAll(async () => {
  for (const each of [world, secure]) await each.close();
  rmSync(folder, { recursive: true });
});

/** One answer of each kind: pages, files, calls that work and refusals of every status. */
const ANSWERS: [string, InjectOptions][] = [
  ['a page', { url: '/', headers: HTML }],
  ['a page of administrators', { url: '/admin/console', headers: HTML }],
  ['a file', { url: '/assets/main-4f3a.js' }],
  ['the settings', { url: '/api/config' }],
  ['a sign of life', { url: '/healthz' }],
  ['a way to the list', { url: '/api/filters/get' }],
  ['nobody', { url: '/api/get/user' }],
  ['nothing', { url: '/api/nothing' }],
  ['junk in a body', { method: 'POST', url: '/auth/login', headers: JSON_BODY, payload: '{' }],
  ['too much of a body', { method: 'POST', url: '/auth/login', headers: JSON_BODY, payload: 'x'.repeat(20_000) }],
  ['another type', { method: 'POST', url: '/auth/login', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['another site', { method: 'POST', url: '/auth/login', headers: { origin: 'https://evil.example' } }],
];

describe('every answer', () => {
  it.each(ANSWERS)('to %s tells browsers what may be loaded and who may frame it', async (_, request) => {
    const { headers } = await world.call(request);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self' https://telegram.org",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      expect(policy.split(';')).toContain(rule);
    const framed = String(request.url).startsWith('/admin') ? "'none'" : "'self' https://web.telegram.org";
    expect(policy.split(';')).toContain(`frame-ancestors ${framed}`);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/^(no-store|no-cache|public, max-age=31536000, immutable)$/);
    if (!request.url?.toString().startsWith('/assets') && request.headers !== HTML)
      expect(headers['cache-control']).toBe('no-store');
  });

  it.each(ANSWERS)('to %s asks for https where the service is on https', async (_, request) => {
    const { headers } = await secure.call(request);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('to a path that cannot be read loads nothing and is framed by nobody', async () => {
    for (const url of ['/%E0%A4%A', `/filters/delete/${'1'.repeat(200)}`]) {
      const { statusCode, headers } = await secure.call({ method: 'DELETE', url });
      expect(statusCode).toBeLessThan(500);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cache-control': 'no-store',
      });
    }
  });

  it('lets the page of developers and those of administrators be framed by nobody', async () => {
    for (const url of [
      '/dev-login',
      '/dev-login/',
      '/DEV-LOGIN',
      '/admin',
      '/admin/console?x',
      '/%61dmin',
      '//dev-login',
    ]) {
      const { headers } = await world.call({ url, headers: HTML });
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    }
  });

  it('allows one frame inside our pages: the map', async () => {
    const { headers } = await world.call({ url: '/contact', headers: HTML });
    expect(String(headers['content-security-policy']).split(';')).toContain('frame-src https://www.openstreetmap.org');
  });
});

describe('the name that a request gives the server', () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

  it('stands in no answer', async () => {
    for (const asked of [
      ...ANSWERS.map(([, request]) => request),
      { url: '/api/auth/signout' },
      { method: 'POST', url: '/auth/link' },
    ] as InjectOptions[]) {
      const { body, headers } = await world.call({ ...asked, headers: { ...asked.headers, ...evil } });
      expect(body + JSON.stringify(headers)).not.toContain('evil.example');
    }
  });

  it('makes no page of another site one of ours where we know our own', async () => {
    const { cookie } = await secure.loginAs({ telegramId: 93_002 });
    const headers = { cookie, ...evil, origin: 'https://evil.example' };
    const answer = await secure.call({ method: 'DELETE', url: '/api/user/sessions', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.crossSite']);
  });
});

it('no redirect leads to another site', async () => {
  for (const url of [
    '/api/filters/get?next=//evil.example',
    '/api/auth/signout?redirect=https://evil.example',
    '/login?next=//evil.example',
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/.//evil.example/..',
  ]) {
    const answer = await world.call({ url, headers: HTML });
    expect([url, answer.headers.location ?? '/filters']).toEqual([url, '/filters']);
    if (answer.headers['content-type']?.includes('json')) expect(answer.json().redirect ?? '/').toBe('/');
  }
});

describe('an invented address of origin', () => {
  const invented = (count: number) => {
    const ip = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
    return { 'x-forwarded-for': ip, forwarded: `for=${ip}`, 'x-real-ip': ip, 'cf-connecting-ip': ip, 'client-ip': ip };
  };

  it('is no way round the limits, a thousand times', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 1000; count += 1)
        statuses.push((await limited.call({ url: '/api/auth/status', headers: invented(count) })).statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(600);
      expect(new Set(statuses.slice(600))).toEqual(new Set([429]));
    } finally {
      await limited.close();
    }
  });

  it('does not open more accounts than one address may', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 65; count += 1) {
        const telegramId = 93_100 + count;
        const payload = {
          telegram_user_id: telegramId,
          first_name: 'A',
          initData: limited.signInitData({ telegramId }),
        };
        statuses.push(
          (await limited.call({ method: 'POST', url: '/auth/signup', payload, headers: invented(count) })).statusCode,
        );
      }
      expect(statuses).toEqual([...Array(60).fill(201), ...Array(5).fill(429)]);
    } finally {
      await limited.close();
    }
  });
});

describe('the token of the bot', () => {
  const TOKEN = new RegExp(`${TEST_BOT_TOKEN}|bot\\d+:`);

  it('stands in no answer, not even of a fault of ours', async () => {
    const em = world.core.orm.em.fork();
    await em.execute('alter table filters rename to filters_away');
    const fault = await world.call({ url: '/filters/get/filters', headers: own });
    await em.execute('alter table filters_away rename to filters');
    expect(fault.statusCode).toBe(500);
    expect(Object.keys(fault.json()).sort()).toEqual(['code', 'message', 'requestId']);
    expect(fault.json().code).toBe('service.internal');
    const answers = [fault];
    for (const [, request] of ANSWERS) answers.push(await world.call(request));
    answers.push(await world.call({ method: 'POST', url: '/auth/link', headers: { origin: OWN_ORIGIN } }));
    for (const answer of answers) expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(TOKEN);
  });

  it('stands in no figure', async () => {
    const server = await serveMetrics(
      createMetrics(world.core, () => true),
      { host: '127.0.0.1', port: 19_465 },
      world.core.logger,
    );
    try {
      const figures = await (await fetch('http://127.0.0.1:19465/metrics')).text();
      expect(figures).toContain('outbox_rows');
      expect(figures).not.toMatch(TOKEN);
    } finally {
      server?.close();
    }
  });
});
