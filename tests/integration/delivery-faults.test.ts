import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '#core/notifications/message-sender.ts';
import type { SendSample } from '#core/notifications/send-sample.ts';
import { DeliveryWorld, type Listener } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

const failed: SendResult = { outcome: 'failed', failure: '5xx', ambiguous: true, reason: '502' };
const refused: SendResult = { outcome: 'failed', failure: 'refused', ambiguous: false, reason: 'ECONNREFUSED' };
const timedOut: SendResult = { outcome: 'failed', failure: 'timeout', ambiguous: true, reason: 'timeout' };

describe('a 429', () => {
  it('holds its chat until the time is over, and is no attempt', async () => {
    const [anna, bruno] = (await world.listeners(2)) as [Listener, Listener];
    const ad = await world.anAlert([anna, bruno]);
    world.sender.answerChat(anna.chat, { outcome: 'throttled', afterMs: 4000 });
    await world.drain();
    expect(world.sender.toldTo(bruno.chat)).toEqual([`alert ${ad}`]);
    expect(await world.statuses()).toEqual(['pending', 'sent']);
    world.clock.advance(3999);
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual([]);
    world.clock.advance(1);
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
    expect((await world.rows()).map((row) => row.attempts)).toEqual([0, 0]);
  });

  it.each([
    ['a long one', [5000]],
    ['a second one of another chat within ten seconds', [2000, 2000]],
  ])('holds everybody: %s', async (_, waits) => {
    const service = world.aService({ settings: { concurrency: 1, ratePerS: 1000, alertsPerHour: 0 } });
    await world.anAlert(await world.listeners(4));
    world.sender.answerNext(...waits.map((afterMs) => ({ outcome: 'throttled', afterMs }) as const));
    await world.drain(service);
    expect(world.sender.calls).toHaveLength(waits.length);
    world.clock.advance((waits.at(-1) ?? 0) - 1);
    await world.drain(service);
    expect(world.sender.calls).toHaveLength(waits.length);
    world.clock.advance(1);
    await world.drain(service);
    expect(world.sender.arrived).toHaveLength(4);
  });
});

it('keeps what has not gone out yet when Telegram asks for a pause', async () => {
  await world.anAlert(await world.listeners(3));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = world.aService({
    settings: { concurrency: 3, ratePerS: 1, alertsPerHour: 0 },
    wait: () => held,
  });
  world.sender.answerNext({ outcome: 'throttled', afterMs: 5000 });
  await world.round(service);
  expect(await world.sql('select 1 from sender_state where paused_until is not null')).toHaveLength(1);
  release();
  await world.drain(service);
  expect(world.sender.calls).toHaveLength(1);
  expect(await world.statuses()).toEqual(Array(3).fill('pending'));
  world.clock.advance(5000);
  await world.drain();
  expect(world.sender.arrived).toHaveLength(3);
});

describe('a message that fails', () => {
  it('tries again later each time and is dead after eight attempts', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna);
    world.sender.answerAlways(failed);
    await world.drain();
    await world.drain();
    expect(world.sender.calls).toHaveLength(1);
    for (let hour = 0; hour < 12; hour += 1) {
      world.clock.advance(3_600_000);
      await world.drain();
    }
    expect(world.sender.calls).toHaveLength(8);
    expect(await world.statuses()).toEqual(['dead: 502']);
  });

  it('may come twice when nobody knows whether it arrived, which is counted', async () => {
    const samples: SendSample[] = [];
    world.service.watch((sample) => samples.push(sample));
    await world.anAlert(await world.aListener());
    world.sender.answerNext(timedOut, refused);
    await world.pass(15);
    expect(world.sender.arrived).toHaveLength(1);
    expect(samples.map(({ isAmbiguous }) => isAmbiguous)).toEqual([true, false, false]);
  });

  it('is dead at once when we cannot even write it, which says nothing of Telegram', async () => {
    const [anna, ...others] = (await world.listeners(4)) as [Listener, ...Listener[]];
    await world.anAlert(others);
    await world.aText(anna);
    const seen: SendSample[] = [];
    const service = world.aService({
      textValues: () => {
        throw new Error('no code');
      },
    });
    service.watch((sample) => seen.push(sample));
    world.sender.beforeAnswer = () => {
      throw new Error('no such text');
    };
    await world.drain(service);
    expect((await world.statuses()).sort()).toEqual(['dead: no code', ...Array(3).fill('dead: no such text')]);
    expect(seen).toEqual([]);
    expect(service.outage).toBe(false);
    expect(await world.sql('select from sender_state where breaker_until is not null')).toEqual([]);
  });

  it('is dead at once when it can never pass', async () => {
    const anna = await world.aListener();
    const [, ad] = await world.alerts(anna, 2);
    world.sender.answerNext({ outcome: 'rejected', reason: 'bad request' });
    await world.pass(1);
    expect(await world.statuses()).toEqual(['dead: bad request', 'sent']);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
  });
});

it('leaves a user alone who cannot be reached', async () => {
  const [anna, bruno] = (await world.listeners(2)) as [Listener, Listener];
  await world.alerts([anna, bruno], 3);
  world.sender.answerChat(anna.chat, { outcome: 'unreachable', reason: 'blocked' });
  await world.pass(5);
  expect(world.sender.calls.filter((call) => call.chatId === anna.chat)).toHaveLength(1);
  expect(world.sender.toldTo(bruno.chat)).toHaveLength(3);
  expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: false, reason: 'blocked' });
  expect((await world.statuses()).sort()).toEqual([...Array(3).fill('cancelled: blocked'), 'sent', 'sent', 'sent']);
});

it('cancels what waits for a user who was deactivated during a send that failed', async () => {
  const anna = await world.aListener();
  await world.anAlert(anna);
  world.sender.answerNext(failed);
  world.sender.beforeAnswer = () => world.run(() => world.settings.markUnreachable(anna.chat, 'blocked'));
  await world.drain();
  expect(await world.statuses()).toEqual(['cancelled: unreachable']);
});

describe('a process that dies', () => {
  it.each([
    ['after_claim', 0],
    ['after_send', 1],
    ['before_commit', 1],
    ['after_commit', 0],
  ])('at %s loses nothing and doubles at most %i message', async (point, doubles) => {
    const everybody = await world.listeners(2);
    const ads = await world.alerts(everybody, 2);
    let died = false;
    const dying = world.aService({
      settings: { concurrency: 1, ratePerS: 1000, alertsPerHour: 0 },
      crashPoint: (name) => {
        died = true;
        if (name === point) throw new Error('killed');
      },
    });
    await expect(world.drain(dying)).rejects.toThrow('killed');
    expect(died).toBe(true);
    await world.lapse();
    await world.pass(4);
    for (const listener of everybody) {
      expect([...new Set(world.sender.toldTo(listener.chat))]).toEqual(ads.map((ad) => `alert ${ad}`));
    }
    expect(world.sender.arrived.length).toBeLessThanOrEqual(4 + doubles);
    expect(await world.statuses()).toEqual(Array(4).fill('sent'));
  });
});

describe('a database that is away when a result is to be written', () => {
  const failing = (times: number) => {
    let failures = 0;
    return world.aService({
      crashPoint: (name) => {
        if (name === 'before_commit' && ++failures <= times) throw new Error('the connection broke');
      },
    });
  };

  it('is asked again, so that the message does not come twice', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna);
    await world.drain(failing(3));
    await world.lapse();
    await world.pass(2);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
    expect(await world.statuses()).toEqual(['sent']);
  });

  it('is asked for as long as the claim holds, and no longer', async () => {
    await world.anAlert(await world.aListener());
    const claimedAt = world.monotonic;
    await expect(world.drain(failing(Number.POSITIVE_INFINITY))).rejects.toThrow('the connection broke');
    expect(world.monotonic - claimedAt).toBeLessThan(30_000);
    expect(await world.statuses()).toEqual(['sending']);
  });
});

describe('a claim', () => {
  it('does not overwrite what its successor did when its result comes after the lease', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna);
    const successor = world.aService();
    world.sender.beforeAnswer = async () => {
      world.sender.beforeAnswer = () => {};
      await world.lapse();
      await world.drain(successor);
      world.sender.answerNext({ outcome: 'unreachable', reason: 'blocked' });
    };
    await world.drain();
    expect(await world.statuses()).toEqual(['sent']);
    expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: true });
  });

  it('sends nothing on a claim it slept through, and claims anew', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna);
    const claims = () => world.sql('select claim from recipients');
    let naps = 0;
    const sleepy = world.aService({
      crashPoint: (name) => {
        if (name === 'after_claim' && naps++ === 0) world.monotonic += 25_000;
      },
    });
    world.sender.beforeAnswer = async () => expect(await claims()).toEqual([{ claim: '2' }]);
    await world.drain(sleepy);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
    expect(await world.statuses()).toEqual(['sent']);
  });
});
