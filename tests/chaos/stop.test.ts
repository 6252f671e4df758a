import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as moment } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { LoadDriver } from '#tests/support/chaos/load-driver.ts';
import { requestsIn } from '#tests/support/chaos/outage-verdict.ts';
import { OutageWorld } from '#tests/support/chaos/outage-world.ts';

const STOP_MS = 10_000;
const STOPS = 3;
/** As many requests of a service were answered before it is stopped. */
const ANSWERED = 200;

interface Stop {
  readonly code: number | null;
  readonly ms: number;
  readonly load: LoadDriver['counts'];
  readonly taken: number;
  readonly answered: number;
}

it('a service under load ends cleanly: nothing is lost, doubled, or left unanswered', async ({ onTestFinished }) => {
  const world = await OutageWorld.open({ people: 10, groups: 5 }, onTestFinished);
  const published = new AbortController();
  onTestFinished(() => published.abort());
  const stream = world.feed.stream(4, published.signal);
  const stops: Stop[] = [];
  let service = world.service;
  for (let stop = 0; stop < STOPS; stop += 1) {
    const asker = { token: world.telegram.token, chat: world.people[0]?.chat ?? 0 };
    const load = new LoadDriver(service.url, asker, 100);
    await load.answered(ANSWERED);
    const { code, ms } = await service.stop();
    await load.stop();
    stops.push({ code, ms, load: load.counts, ...requestsIn(service.log) });
    service = await world.restart();
  }
  published.abort();
  await stream;
  await world.drained();
  const verdict = await world.verdict();
  console.info('stops', stops, { expected: verdict.expected, extra: verdict.extra });
  for (const { code, ms, load, ...requests } of stops) {
    const { 200: answered = 0, refused, ...broken } = load;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
    expect(answered).toBeGreaterThanOrEqual(ANSWERED);
    expect(broken).toEqual({});
    expect(requests.answered).toBe(requests.taken);
    expect(requests.taken).toBeGreaterThanOrEqual(answered);
  }
  expect(verdict).toMatchObject({ lost: [], extra: 0, wrong: [] });
});

it('a service that is told to stop serves and sends on while its balancer takes it out', async ({ onTestFinished }) => {
  const env = { STOP_DELAY_S: '3' };
  const world = await OutageWorld.open({ people: 1, groups: 1, env }, onTestFinished);
  const { url } = world.service;
  const stopped = world.service.stop();
  await vi.waitUntil(async () => (await world.readiness()) === 503, { timeout: 2_000, interval: 20 });
  world.feed.publish();
  const page = await fetch(url + PATHS.config);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  await world.sent(1);
  const { code, ms } = await stopped;
  expect(code).toBe(0);
  expect(ms).toBeGreaterThanOrEqual(3_000);
  expect(ms).toBeLessThan(3_000 + STOP_MS);
});

it('a connection that nobody has used yet does not hold a stop up', async ({ onTestFinished }) => {
  const world = await OutageWorld.open({ people: 1, groups: 1 }, onTestFinished);
  const unused = connect({ port: Number(new URL(world.service.url).port), host: '127.0.0.1' });
  await once(unused, 'connect');
  const { code, ms } = await world.service.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(5_000);
});

it('a second signal ends at once a service that cannot end', async ({ onTestFinished }) => {
  const world = await OutageWorld.open({ people: 1, groups: 1 }, onTestFinished);
  await world.relay.set('hang');
  const before = world.relay.calls.length;
  world.feed.publish();
  await world.sending(before);
  world.service.signal('SIGTERM');
  await moment(200);
  expect(world.service.isAlive).toBe(true);
  const { code, ms } = await world.service.stop();
  expect(code).toBe(1);
  expect(ms).toBeLessThan(1_000);
});
