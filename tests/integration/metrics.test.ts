import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '#api/metrics.ts';
import { type App, startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import type { User } from '#core/users/user.entity.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { TelegramEmulator } from '#tools/telegram-emulator/types.ts';
import { anAd, anAdEvent } from '../support/ad-builders.ts';
import { aFilter, aUser } from '../support/builders.ts';
import { aListedAd, FakeSource } from '../support/fake-source.ts';
import { createTestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { testLogger } from '../support/test-log.ts';

const PORT = 19_466;
const WITHIN = { timeout: 15_000, interval: 50 };
const NAMES = [
  ...['http_request_duration_seconds', 'ads_ingested_total', 'ads_waiting_for_details', 'matches_total', 'outbox_rows'],
  ...['outbox_oldest_pending_seconds', 'telegram_send_total', 'telegram_send_seconds', 'delivery_latency_seconds'],
  ...['duplicates_possible_total', 'poller_leader', 'source_last_success_timestamp', 'db_pool_waiting'],
  ...[
    'login_failures_total',
    'retention_deleted_total',
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
  ],
];

let emulator: TelegramEmulator;
let app: App;
let admin: User;
let anna: User;
const source = new FakeSource('ss-lv');
beforeAll(async () => {
  emulator = await startTelegramEmulator();
  const database = await openTestDatabase();
  admin = await aUser(database.orm, { role: 'admin', language: 'en' });
  anna = await aUser(database.orm);
  for (const { telegramId } of [admin, anna]) emulator.start(telegramId);
  await database.orm.em.fork().execute(
    `insert into notifications (kind, subject_id, user_id, payload, status, due_at, expires_at)
     values ('system', 1, ?, '{}', 'dead', now(), now())`,
    [anna.id],
  );
  source.ads = ['a', 'b'].map((name) => aListedAd(name));
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    METRICS_PORT: String(PORT),
    BOT_TOKEN: emulator.token,
    TELEGRAM_API_ROOT: emulator.url,
    SOURCE: 'ss-lv',
    RATE_LIMITS: 'off',
  });
  app = await startApp(config, { database, source, logger: testLogger() });
});
afterAll(async () => {
  await app.close();
  await emulator.close();
});

const figures = async () => (await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text()).split('\n');
const ask = (path: string, init?: RequestInit) => fetch(`${app.url}${path}`, init);
/** The value of the line that begins so; undefined: there is none. */
async function value(line: string): Promise<number | undefined> {
  const found = (await figures()).find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('the figures', () => {
  it('have all the names that alarms are built on', async () => {
    const text = await figures();
    expect(NAMES.filter((name) => !text.some((line) => line.startsWith(`# TYPE ${name} `)))).toEqual([]);
  });

  it('are told on a port of this machine alone, and nowhere on the public one', async () => {
    expect(loadConfig({ BOT_MODE: 'off' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect((await ask('/metrics')).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${PORT}/metrics`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${PORT}/`)).status).toBe(404);
  });

  it('count requests by the pattern of their route and tell no path that somebody asked for', async () => {
    await ask('/filters/delete/4711', { method: 'DELETE', headers: { origin: app.core.config.http.publicUrl } });
    await ask('/secret-path-4711');
    await vi.waitFor(async () => {
      const count = 'http_request_duration_seconds_count';
      expect(await value(`${count}{route="/filters/delete/:filterId",status="401"}`)).toBe(1);
      expect(await value(`${count}{route="none",status="404"}`)).toBeGreaterThan(0);
    }, WITHIN);
    expect((await figures()).join('\n')).not.toContain('4711');
  });

  it('count log-ins that are refused', async () => {
    const before = (await value('login_failures_total')) ?? 0;
    const body = JSON.stringify({ telegram_user_id: 1, initData: 'x' });
    const headers = { 'content-type': 'application/json', origin: app.core.config.http.publicUrl };
    expect((await ask('/auth/login', { method: 'POST', headers, body })).status).toBe(401);
    await vi.waitFor(async () => expect(await value('login_failures_total')).toBe(before + 1), WITHIN);
  });

  it('follow an ad from the source to the chat', async () => {
    await vi.waitFor(async () => {
      expect(await value('ads_ingested_total{source="ss-lv",result="new"}')).toBe(2);
      expect(await value('poller_leader')).toBe(1);
    }, WITHIN);
    expect(await value('source_last_success_timestamp{source="ss-lv"}')).toBeGreaterThan(Date.now() / 1000 - 60);
    const [matched, taken, told] = [
      (await value('matches_total')) ?? 0,
      (await value('telegram_send_total{result="ok"}')) ?? 0,
      (await value('delivery_latency_seconds_count')) ?? 0,
    ];
    const { orm } = app.core;
    await aFilter(orm, anna.id);
    await anAdEvent(orm, await anAd(orm));
    await vi.waitFor(async () => {
      expect(await value('matches_total')).toBe(matched + 1);
      expect(await value('delivery_latency_seconds_count')).toBe(told + 1);
    }, WITHIN);
    expect(await value('telegram_send_total{result="ok"}')).toBeGreaterThan(taken);
    expect(await value('telegram_send_seconds_count')).toBeGreaterThan(taken);
    expect(await value('telegram_send_total{result="timeout"}')).toBe(0);
    await vi.waitFor(async () => expect(await value('outbox_rows{status="pending"}')).toBe(0), WITHIN);
    expect(await value('outbox_rows{status="dead"}')).toBe(1);
    // What is settled is history, which would be counted anew at each look.
    expect(await value('outbox_rows{status="sent"}')).toBeUndefined();
    expect(await value('outbox_oldest_pending_seconds')).toBe(0);
    expect(await value('db_pool_waiting')).toBe(0);
  });

  it('name no user', async () => {
    const labels = new Set((await figures()).flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, name]) => name)));
    const own = [...labels].filter(
      (label) => !['le', 'kind', 'type', 'space', 'version', 'major', 'minor', 'patch'].includes(String(label)),
    );
    expect(own.sort()).toEqual(['result', 'route', 'source', 'status', 'what']);
    const text = (await figures()).join('\n');
    for (const { telegramId } of [admin, anna]) expect(text).not.toContain(String(telegramId));
  });

  it('of the process are told while the database is away, and none that only it knows', async () => {
    const away = await createTestApp({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
    const text = await createMetrics(away.core, () => false).metrics();
    expect(text).toMatch(/^poller_leader 0$/m);
    expect(text).toMatch(/^db_pool_waiting 0$/m);
    expect(text).not.toMatch(/^(outbox_rows|outbox_oldest_pending_seconds|ads_waiting_for_details)[ {]/m);
    await away.close();
  });
});

it('in production no page describes the calls', async () => {
  const config = loadConfig({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://vanags.example', PORT: '0', METRICS_PORT: '0' },
    ...{ BOT_MODE: 'off', ROLE: 'web' },
  });
  const production = await startApp(config, { database: await openTestDatabase(), logger: testLogger() });
  for (const path of ['/docs', '/docs/json']) {
    const answer = await fetch(production.url + path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  await production.close();
});

it('the leader looks after the service by itself, and /readyz tells what it sees', async () => {
  const told = await emulator.waitForMessage(admin.telegramId, ({ text }) => text.includes('was given up'), 15_000);
  expect(told.text).toMatch(/^1 message could not be sent/);
  const ready = await ask('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ db: 'up', reasons: ['messages.dead'] });
});
