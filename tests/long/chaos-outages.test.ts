import { expect, it } from 'vitest';
import { OutagePostgres } from '#tests/support/chaos/outage-postgres.ts';
import { apiOutage, crashDatabase, highestPace } from '#tests/support/chaos/outage-story.ts';
import { OutageWorld } from '#tests/support/chaos/outage-world.ts';
import { killWhileUpdatesCome } from '#tests/support/chaos/updates-story.ts';

const MARKET = { people: 20, groups: 4 };
const ADS_PER_S = 0.5;
const RATE = 8;
const IN_FLIGHT = 3;

it('five outages of the database of thirty seconds each lose no alert', async ({ onTestFinished }) => {
  const postgres = await OutagePostgres.start();
  onTestFinished(() => postgres.end());
  const world = await OutageWorld.open({ databaseUrl: postgres.url, ...MARKET }, onTestFinished);
  const published = new AbortController();
  onTestFinished(() => published.abort());
  const stream = world.feed.stream(ADS_PER_S, published.signal);
  const outages = [];
  for (let count = 0; count < 5; count += 1) outages.push(await crashDatabase(world, postgres, 30_000));
  published.abort();
  await stream;
  await world.drained(240_000);
  const verdict = await world.verdict();
  console.info('database outages', outages, { ...verdict, lost: verdict.lost.length });
  expect(world.service.isAlive).toBe(true);
  for (const { notReadyMs, readyMs, sendingMs, answers } of outages) {
    expect(notReadyMs).toBeLessThan(5_000);
    expect(readyMs).toBeLessThan(10_000);
    expect(sendingMs).toBeLessThan(10_000);
    expect(answers).toEqual(new Set(['200', '503 service.notReady']));
  }
  expect(verdict).toMatchObject({ lost: [], wrong: [] });
  expect(verdict.extra).toBeLessThanOrEqual(IN_FLIGHT * outages.length);
});

it.for([
  ['refuse', 300_000],
  ['hang', 300_000],
  ['reset', 60_000],
] as const)(
  'Telegram being away (%s) for %i ms kills no row, and what waited goes out at the pace of sending',
  async ([mode, ms], { onTestFinished }) => {
    const env = { SEND_RATE_PER_S: String(RATE) };
    const world = await OutageWorld.open({ ...MARKET, env }, onTestFinished);
    const published = new AbortController();
    onTestFinished(() => published.abort());
    const stream = world.feed.stream(0.2, published.signal);
    world.feed.publish(8);
    const outage = await apiOutage(world, mode, ms);
    published.abort();
    await stream;
    await world.drained(240_000);
    const verdict = await world.verdict();
    const dead = await world.ask("select from notifications where status <> 'sent'");
    console.info(`Telegram away (${mode})`, outage, { ...verdict, pace: highestPace(world.relay.calls) });
    expect(outage.openMs).toBeLessThan(20_000);
    expect(Math.min(Number.POSITIVE_INFINITY, ...outage.gapsMs)).toBeGreaterThan(9_500);
    expect(outage.sendingMs).toBeLessThan(15_000);
    expect(dead).toHaveLength(0);
    expect(verdict).toMatchObject({ lost: [], extra: 0, wrong: [] });
    expect(highestPace(world.relay.calls)).toBeLessThanOrEqual(RATE + 1);
  },
);

it('a thousand updates have their effect once, though the service is killed twenty-five times', async () => {
  await killWhileUpdatesCome({ kills: 25, updates: 1_000, seed: Date.now() % 1_000_000 });
});

it('a service that cannot end is ended after twenty-five seconds', async ({ onTestFinished }) => {
  const postgres = await OutagePostgres.start();
  onTestFinished(() => postgres.end());
  const world = await OutageWorld.open({ databaseUrl: postgres.url, people: 1, groups: 1 }, onTestFinished);
  await postgres.proxy.set('blackhole');
  await world.readiness();
  const { code, ms } = await world.service.stop();
  console.info('end of a service without its database', { code, ms });
  expect(code).toBe(1);
  expect(ms).toBeLessThan(27_000);
});
