import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Readiness } from '#core/contracts/service.ts';
import { type ProcessState, readReadiness } from '#core/figures/readiness.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const UP: Readiness = {
  db: 'up',
  leader: true,
  poller: 'running',
  sender: 'running',
  oldestPendingSeconds: 3,
  reasons: [],
};

const apps: TestApp[] = [];
async function start(...given: Parameters<typeof createTestApp>): Promise<TestApp> {
  const world = await createTestApp(...given);
  apps.push(world);
  return world;
}

let folder: string;
let world: TestApp;
let readiness: () => Promise<Readiness> = async () => UP;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-webapp-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<html><head><title>Vanags</title></head></html>');
  writeFileSync(path.join(folder, 'assets', 'main-4f3a.js'), 'export {};');
  writeFileSync(path.join(folder, 'hawk.svg'), '<svg/>');
  world = await start({ staticDir: folder, readiness: () => readiness(), botName: () => 'vanags_bot' });
});
afterAll(async () => {
  for (const { close } of apps) await close();
  rmSync(folder, { recursive: true });
});

describe('readiness', () => {
  const ask = async () => world.call({ url: '/readyz' });

  it('is what the service says of itself', async () => {
    readiness = async () => ({ ...UP, poller: 'degraded' });
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...UP, poller: 'degraded' });
  });

  it.each(['down', 'migrations-pending', 'stopping'] as const)('is not given while the database is %s', async (db) => {
    readiness = async () => ({ ...UP, db });
    expect((await ask()).statusCode).toBe(503);
  });

  it('is not given when nobody can tell, or not in time', async () => {
    readiness = () => Promise.reject(new Error('no connection'));
    expect((await ask()).json().db).toBe('down');
    readiness = () => new Promise(() => {});
    expect((await ask()).statusCode).toBe(503);
  });

  it('is found out by the service: what keeps it from serving, and what is wrong beside', async () => {
    const { core } = world;
    const process = { isStopping: false, leads: true, poller: 'running', faults: [], sends: true } as const;
    const say = async (given: Partial<ProcessState> = {}, of = core) => {
      readiness = () => readReadiness(of, { ...process, ...given });
      const { statusCode, body } = await ask();
      return [statusCode, JSON.parse(body).db, JSON.parse(body).reasons];
    };
    expect(await say()).toEqual([200, 'up', []]);
    expect(await say({ isStopping: true })).toEqual([503, 'stopping', ['stopping']]);
    expect(await say({ poller: 'degraded', faults: ['token.refused'] })).toEqual([200, 'up', ['token.refused']]);
    expect(await say({ poller: 'degraded', faults: ['telegram.away'] })).toEqual([200, 'up', ['telegram.away']]);
    const away = await start({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await say({ faults: ['poller.conflict'] }, away.core)).toEqual([
      ...[503, 'down'],
      ['database.down', 'poller.conflict'],
    ]);
    const old = await start();
    await old.core.orm.em.fork().execute("delete from mikro_orm_migrations where name like '%_initial'");
    expect(await say({}, old.core)).toEqual([503, 'migrations-pending', ['migrations.pending']]);
  });

  // One look for all who ask, which is ended.
  it('is given while the queue takes too long to look through', async () => {
    readiness = () =>
      readReadiness(world.core, { isStopping: false, leads: true, poller: 'off', faults: [], sends: true });
    // What was found out a moment ago would do.
    world.clock.advance(5000);
    const holder = new pg.Client({ connectionString: world.core.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table notifications in access exclusive mode');
    const looking = () =>
      holder.query("select from pg_locks where relation = 'notifications'::regclass and not granted");
    let most = 0;
    let isAnswered = false;
    const answers = Promise.all(Array.from({ length: 20 }, ask)).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) most = Math.max(most, (await looking()).rows.length);
    expect(most).toBe(1);
    for (const answer of await answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ db: 'up', oldestPendingSeconds: null, reasons: ['figures.late'] });
    }
    await expect.poll(async () => (await looking()).rows).toEqual([]);
    await holder.end();
  });

  it('is no matter of being alive', async () => {
    expect((await world.call({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  });
});

describe('without a database', () => {
  it('calls say that the service is not ready, and the rest goes on', async () => {
    const away = await start({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', staticDir: folder });
    const cookie = `sid=${'x'.repeat(43)}`;
    const answer = await away.call({ url: '/api/auth/status', headers: { cookie, 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      code: 'service.notReady',
      message: 'The service is not available right now. Please try again in a moment.',
      requestId: expect.any(String),
    });
    expect((await away.call({ url: '/healthz' })).statusCode).toBe(200);
    expect((await away.call({ url: '/', headers: { ...HTML, cookie } })).statusCode).toBe(200);
  });
});

describe('a database that does not answer', () => {
  it('keeps nobody waiting for ever', async () => {
    const slow = await start({ answerWithinMs: 1000 });
    const headers = await slow.loginAs({ telegramId: 1, role: 'basic' });
    const url = '/filters/new';
    const payload = { filters: { filterName: 'Vēlāk', active: 1 } };
    const holder = new pg.Client({ connectionString: slow.core.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from users for update');
    const answer = await slow.call({ method: 'POST', url, headers, payload });
    await holder.end();
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe('service.notReady');
  });
});

describe('the public settings', () => {
  it('are not kept by anybody on the way', async () => {
    for (const url of ['/api/config', '/healthz', '/readyz'])
      expect((await world.call({ url })).headers['cache-control']).toBe('no-store');
  });

  it('tell pages what they need and nothing else', async () => {
    expect((await world.call({ url: '/api/config' })).json()).toEqual({
      botName: 'vanags_bot',
      botUrl: 'https://t.me/vanags_bot',
      devLogin: false,
      contact: { ...world.core.config.contact },
      languages: ['lv', 'en', 'ru'],
      environment: 'test',
    });
  });
});

describe('the mini app', () => {
  it.each(['/', '/filters', '/filters/new', '/filters/update/7', '/admin/console', '/?x=/api/y'])(
    'answers at %s with its page',
    async (url) => {
      const answer = await world.call({ url, headers: HTML });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toContain('<meta name="telegram-web-origin" content="https://web.telegram.org">');
    },
  );

  it.each(['/no/such/page', '/filters~', '/contact.old', '/backup.zip', '/Filters/update/7/8'])(
    'shows at %s that there is no such page, and says so by the status',
    async (url) => {
      const answer = await world.call({ url, headers: HTML });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    ['/api/nothing', HTML],
    ['/filters/get/nothing', HTML],
    ['/admin/get/nothing', HTML],
    ['//admin/get/nothing', {}],
    ['//api/get/user', HTML],
    ['/API/get/user', HTML],
    ['/api%2Fget%2Fuser', HTML],
    ['/admin/%67et/nothing', HTML],
    ['//healthz', HTML],
    ['/assets/gone.js', { accept: '*/*' }],
    ['/index.html', {}],
    ['/../package.json', {}],
  ])('does not stand for %s', async (url, headers) => {
    const answer = await world.call({ url, headers: { ...headers, 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'request.notFound', message: 'There is nothing here.' });
  });

  it('lets browsers keep files whose names change with them', async () => {
    const bundled = await world.call({ url: '/assets/main-4f3a.js' });
    expect(bundled.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await world.call({ url: '/hawk.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it('says when it was not built', async () => {
    const bare = await start({ staticDir: path.join(folder, 'nowhere') });
    const answer = await bare.call({ url: '/', headers: HTML });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
  });

  it('leads the old address of the list to the list', async () => {
    const answer = await world.call({ url: '/api/filters/get' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/filters');
  });
});

describe('headers', () => {
  const policy = async (app: TestApp, url: string) =>
    String((await app.call({ url, headers: HTML })).headers['content-security-policy']);

  it('let Telegram Web frame the mini app, and nobody the pages of administrators', async () => {
    expect(await policy(world, '/filters')).toContain("frame-ancestors 'self' https://web.telegram.org");
    for (const url of ['/admin', '/admin/console', '/dev-login?x', '/ADMIN', '/%61dmin', '//admin'])
      expect(await policy(world, url)).toContain("frame-ancestors 'none'");
  });

  it('name what may be loaded, also on refusals', async () => {
    const answer = await world.call({ url: '/api/nothing' });
    const csp = String(answer.headers['content-security-policy']);
    for (const part of [
      "default-src 'self'",
      "script-src 'self' https://telegram.org;",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      expect(csp).toContain(part);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('of a service on https ask for https, and its cookie works in the frame', async () => {
    const env = { PUBLIC_URL: 'https://vanags.example', TELEGRAM_WEB_ORIGIN: 'https://web.example' };
    const secure = await start({ env, staticDir: folder });
    expect(await policy(secure, '/')).toContain("frame-ancestors 'self' https://web.example");
    const initData = secure.signInitData({ telegramId: 1 });
    const payload = { telegram_user_id: 1, first_name: 'A', initData };
    const answer = await secure.call({ method: 'POST', url: '/auth/signup', payload });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
    );
  });
});

describe('the description of the calls', () => {
  it('is shown where it was asked for', async () => {
    expect((await world.call({ url: '/docs/json' })).statusCode).toBe(404);
    const documented = await start({ exposeDocs: true });
    const { paths } = (await documented.call({ url: '/docs/json' })).json();
    expect(Object.keys(paths)).toContain('/filters/update/{filterId}');
  });
});

describe('who asks too often', () => {
  it('waits', async () => {
    const busy = await start({ env: { RATE_LIMITS: 'on' } });
    const headers = await busy.loginAs({ telegramId: 1 });
    const wrong = () =>
      busy.call({ method: 'POST', url: '/auth/login', payload: { telegram_user_id: 1, initData: 'x' } });
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await wrong()).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await wrong()).headers['retry-after']).toMatch(/^\d+$/);
    const payload = { telegram_user_id: 1, initData: busy.signInitData({ telegramId: 1 }) };
    expect((await busy.call({ method: 'POST', url: '/auth/login', payload })).statusCode).toBe(200);

    const spoofed = { 'x-forwarded-for': '10.0.0.1' };
    const many = Array.from({ length: 121 }, () =>
      busy.call({ url: '/api/get/user', headers: { ...headers, ...spoofed } }),
    );
    const last = (await Promise.all(many)).filter((answer) => answer.statusCode === 429);
    expect(last).toHaveLength(1);
    expect(last[0]?.json().code).toBe('request.tooMany');
    expect(last[0]?.headers['retry-after']).toBeDefined();
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    port = await listen(world.app);
  });

  async function exchange(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(bytes);
    return text(socket).catch(() => '');
  }

  it('a filter is saved by a client with a body', async () => {
    const { cookie } = await world.loginAs({ telegramId: 77, role: 'basic' });
    const own = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${own}/filters/new`, {
      method: 'POST',
      headers: { cookie, origin: own, 'content-type': 'application/json' },
      body: JSON.stringify({ filters: { filterName: 'Īsts', active: 1 } }),
    });
    expect(answer.status).toBe(201);
  });

  it.each<[string, string, RegExp]>([
    [
      'two lengths of the body',
      'POST /filters/new HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\n${`A: ${'b'.repeat(8000)}\r\n`.repeat(100)}\r\n`,
      /^(HTTP\/1\.1 431|$)/,
    ],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00', /^(HTTP\/1\.1 400|$)/],
    ['HTTP/0.9', 'GET /\r\n\r\n', /^(HTTP\/1\.1 4\d\d|$)/],
  ])('%s are refused and the service lives', async (_, bytes, expected) => {
    expect(await exchange(bytes)).toMatch(expected);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

async function listen(app: FastifyInstance): Promise<number> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(url).port);
}
