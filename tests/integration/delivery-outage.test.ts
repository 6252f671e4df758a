import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '#core/notifications/message-sender.ts';
import { DeliveryWorld } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

const failed: SendResult = { outcome: 'failed', failure: '5xx', ambiguous: true, reason: '502' };
const timedOut: SendResult = { outcome: 'failed', failure: 'timeout', ambiguous: true, reason: 'timeout' };

describe('when Telegram answers nobody', () => {
  it('asks by a call that tells nobody anything whether it is back; no row dies, and everything arrives afterwards', async () => {
    await world.anAlert(await world.listeners(6));
    world.sender.answerAlways(failed);
    world.sender.probeAnswer = 'away';
    await world.drain();
    const before = world.sender.calls.length;
    expect(before).toBeLessThanOrEqual(5);
    for (let second = 0; second < 300; second += 5) {
      world.clock.advance(5000);
      await world.drain();
    }
    expect(world.sender.calls).toHaveLength(before);
    expect(world.sender.probes).toBe(31);
    expect((await world.rows()).every((row) => row.status === 'pending' && row.attempts <= 1)).toBe(true);
    world.sender.answerAlways(null);
    world.sender.probeAnswer = 'answers';
    world.clock.advance(10_000);
    await world.pass(3);
    expect(world.sender.arrived).toHaveLength(6);
  });

  it('asks it once in ten seconds also when the process starts anew, and by two processes at once', async () => {
    await world.anAlert(await world.listeners(4));
    world.sender.answerAlways(failed);
    world.sender.probeAnswer = 'away';
    await world.drain();
    expect(world.sender.probes).toBe(1);
    for (let start = 0; start < 4; start += 1) {
      const [one, other] = [world.aService(), world.aService()];
      await Promise.all([world.drain(one), world.drain(other)]);
      world.clock.advance(5000);
    }
    expect(world.sender.probes).toBe(2);
  });

  it('lets one message at a time through once a probe is answered, until one arrives', async () => {
    await world.anAlert(await world.listeners(8));
    world.sender.answerAlways(failed);
    await world.drain();
    const before = world.sender.calls.length;
    world.sender.maxInFlight = 0;
    world.clock.advance(10_000);
    await world.drain();
    expect(world.sender.calls.length - before).toBe(1);
    world.sender.answerAlways(null);
    world.clock.advance(600_000);
    await world.drain();
    expect(world.sender.arrived).toHaveLength(8);
  });

  it('is there again for whoever asks as soon as a probe is answered, also when nobody has a message', async () => {
    await world.anAlert(await world.listeners(4));
    world.sender.answerAlways(failed);
    world.sender.probeAnswer = 'away';
    await world.drain();
    expect(world.service.outage).toBe(true);
    await world.sql("update notifications set status = 'cancelled'");
    world.sender.probeAnswer = 'answers';
    world.clock.advance(10_000);
    await world.drain();
    expect(world.service.outage).toBe(false);
  });

  it('is no trouble of a process that sends no more, or whose token another one found to be taken', async () => {
    await world.anAlert(await world.listeners(3));
    world.sender.answerAlways({ outcome: 'unauthorized' });
    await world.drain();
    expect(world.service.tokenRefused).toBe(true);
    world.sender.answerAlways(null);
    world.clock.advance(60_000);
    await world.drain(world.aService());
    expect(await world.statuses()).toEqual(Array(3).fill('sent'));
    await world.round();
    expect(world.service.tokenRefused).toBe(false);
    world.sender.answerNext({ outcome: 'unauthorized' });
    await world.anAlert(await world.listeners(1));
    await world.drain();
    expect(world.service.tokenRefused).toBe(true);
    await world.run(() => world.service.drain());
    expect({ refused: world.service.tokenRefused, away: world.service.outage }).toEqual({
      refused: false,
      away: false,
    });
  });

  it('learns so from two sends that hang, within twenty seconds even where one is sent at a time', async () => {
    await world.anAlert(await world.listeners(6));
    world.sender.answerAlways(timedOut);
    world.sender.probeAnswer = 'away';
    await world.drain(world.aService({ settings: { concurrency: 1, ratePerS: 1000, alertsPerHour: 0 } }));
    expect(world.sender.calls).toHaveLength(2);
  });

  it('gives no one more copies of a message than there are attempts', async () => {
    await world.anAlert(await world.listeners(2));
    world.sender.answerAlways(timedOut);
    for (let minute = 0; minute < 300; minute += 1) {
      await world.drain();
      world.clock.advance(60_000);
    }
    expect(world.sender.calls).toHaveLength(16);
    expect(await world.statuses()).toEqual(Array(2).fill('dead: timeout'));
  });

  it('tries again after a clock that was ahead', async () => {
    await world.anAlert(await world.listeners(3));
    world.sender.answerAlways(failed);
    world.sender.probeAnswer = 'away';
    world.clock.advance(3_600_000);
    await world.drain();
    world.clock.advance(-3_500_000);
    const before = world.sender.probes;
    await world.drain();
    expect(world.sender.probes).toBe(before + 1);
  });

  it('holds all sending when the token is refused, and counts no attempt', async () => {
    await world.anAlert(await world.listeners(3));
    world.sender.answerAlways({ outcome: 'unauthorized' });
    await world.pass(5);
    expect(world.sender.calls.length).toBeLessThanOrEqual(3);
    expect(world.service.tokenRefused).toBe(true);
    world.sender.answerAlways(null);
    world.clock.advance(60_000);
    await world.pass(1);
    expect(world.service.tokenRefused).toBe(false);
    expect((await world.rows()).map((row) => [row.status, row.attempts])).toEqual(Array(3).fill(['sent', 0]));
  });
});
