import { setTimeout as moment } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OutagePostgres } from '#tests/support/chaos/outage-postgres.ts';
import { apiOutage, crashDatabase, cutDatabaseOff, highestPace } from '#tests/support/chaos/outage-story.ts';
import { adsIn } from '#tests/support/chaos/outage-verdict.ts';
import { OutageWorld } from '#tests/support/chaos/outage-world.ts';

const NOT_READY_MS = 5_000;
const READY_MS = 10_000;
/** Sends in flight when the database goes: their results may be lost with it. */
const IN_FLIGHT = 3;
const MINUTE_MS = 60_000;

describe.concurrent('an outage', () => {
  it('of the database ends no process and loses no alert', async ({ onTestFinished }) => {
    const postgres = await OutagePostgres.start();
    onTestFinished(() => postgres.end());
    const world = await OutageWorld.open({ databaseUrl: postgres.url, people: 6, groups: 3 }, onTestFinished);
    const published = new AbortController();
    onTestFinished(() => published.abort());
    const stream = world.feed.stream(3, published.signal);
    const outages = [
      await crashDatabase(world, postgres, 5_000),
      await cutDatabaseOff(world, postgres, 7_000),
      await crashDatabase(world, postgres, 3_000),
    ];
    published.abort();
    await stream;
    await world.drained();
    const verdict = await world.verdict();
    console.info('database outages', outages, { ...verdict, lost: verdict.lost.length });
    expect(world.service.isAlive).toBe(true);
    expect(Math.max(...outages.map(({ notReadyMs }) => notReadyMs))).toBeLessThan(NOT_READY_MS);
    expect(Math.max(...outages.map(({ readyMs }) => readyMs))).toBeLessThan(READY_MS);
    expect(Math.max(...outages.map(({ sendingMs }) => sendingMs))).toBeLessThan(READY_MS);
    for (const { answers } of outages) expect(answers).toEqual(new Set(['200', '503 service.notReady']));
    expect(verdict).toMatchObject({ lost: [], wrong: [] });
    expect(verdict.extra).toBeLessThanOrEqual(IN_FLIGHT * outages.length);
  });

  it('of Telegram opens the circuit, kills no row, and ends without a flood', async ({ onTestFinished }) => {
    const env = { ALERTS_PER_HOUR: '3', SEND_RATE_PER_S: '8' };
    const world = await OutageWorld.open({ people: 8, groups: 1, env, clock: true }, onTestFinished);
    world.feed.publish(8);
    const outage = await apiOutage(world, 'reset', 24_000);
    const dead = await world.ask("select from notifications where status = 'dead'");
    await world.sent(3 * 8);
    await world.service.setClock(61 * MINUTE_MS);
    await world.drained();
    const calls = await world.telegram.calls();
    const sizes = calls.filter(({ outcome }) => outcome === 'accepted').map((call) => adsIn(call).length);
    const verdict = await world.verdict();
    console.info('Telegram away', outage, { ...verdict, pace: highestPace(world.relay.calls) });
    expect(outage.openMs).toBeLessThan(20_000);
    expect(Math.min(...outage.gapsMs)).toBeGreaterThan(9_500);
    expect(dead).toHaveLength(0);
    expect(verdict).toMatchObject({ lost: [], wrong: [] });
    expect(verdict.extra).toBe(0);
    // An hour's alerts one by one, and the rest at once.
    expect(sizes.filter(Boolean).sort()).toEqual([...Array(3 * 8).fill(1), ...Array(8).fill(5)]);
    expect(highestPace(world.relay.calls)).toBeLessThanOrEqual(9);
  });

  it('of Telegram that answers nobody opens the circuit, too', async ({ onTestFinished }) => {
    const world = await OutageWorld.open({ people: 8, groups: 1 }, onTestFinished);
    world.feed.publish(2);
    const outage = await apiOutage(world, 'hang', 0);
    await world.drained();
    const verdict = await world.verdict();
    console.info('Telegram hangs', outage, verdict);
    expect(outage.openMs).toBeLessThan(25_000);
    expect(verdict).toMatchObject({ lost: [], extra: 0, wrong: [] });
  });

  it('of time, a clock that jumps, loses, doubles and ends nothing', async ({ onTestFinished }) => {
    const world = await OutageWorld.open({ people: 6, groups: 3, clock: true }, onTestFinished);
    const published = new AbortController();
    onTestFinished(() => published.abort());
    const stream = world.feed.stream(4, published.signal);
    for (const minutes of [0, -10, 0, 10]) {
      await world.service.setClock(minutes * MINUTE_MS);
      await moment(3_000);
    }
    published.abort();
    await stream;
    await world.drained();
    const verdict = await world.verdict();
    const ended = await world.ask("select from notifications where status <> 'sent'");
    expect(verdict).toMatchObject({ lost: [], extra: 0, wrong: [] });
    expect(ended).toHaveLength(0);
    expect(verdict.expected).toBeGreaterThan(60);
  });
});
