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

const failed: SendResult = { outcome: 'failed', failure: '5xx', ambiguous: false, reason: '502' };
const timedOut: SendResult = { outcome: 'failed', failure: 'timeout', ambiguous: true, reason: 'timeout' };

describe('many sends', () => {
  it('are done by two processes at once without one double', async () => {
    await world.alerts(await world.listeners(10), 4);
    const other = world.aService();
    const senders = new Set<string>();
    world.service.watch(() => senders.add('one'));
    other.watch(() => senders.add('other'));
    for (let second = 0; second < 5; second += 1) {
      await Promise.all([world.drain(), world.drain(other)]);
      world.clock.advance(1000);
    }
    expect(await world.statuses()).toEqual(Array(40).fill('sent'));
    expect(world.sender.calls).toHaveLength(40);
    expect([...senders].sort()).toEqual(['one', 'other']);
  });

  it('are never more at once than allowed, and never two to one chat', async () => {
    await world.alerts(await world.listeners(8), 2);
    const chats = new Set<number>();
    let fill = () => {};
    const filled = new Promise<void>((resolve) => {
      fill = resolve;
    });
    world.sender.beforeAnswer = async ({ chatId }) => {
      expect(chats.has(chatId)).toBe(false);
      chats.add(chatId);
      if (chats.size === 3) fill();
      await filled;
      chats.delete(chatId);
    };
    await world.pass(2);
    expect(world.sender.arrived).toHaveLength(16);
    expect(world.sender.maxInFlight).toBe(3);
  });

  it('stay below the rate over all chats', async () => {
    await world.anAlert(await world.listeners(12));
    const times: number[] = [];
    world.sender.beforeAnswer = () => void times.push(world.monotonic);
    await world.drain(world.aService({ settings: { concurrency: 3, ratePerS: 4, alertsPerHour: 0 } }));
    expect(times).toHaveLength(12);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
  });

  it('go on beside one that hangs', async () => {
    const [anna, ...others] = await world.listeners(6);
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.sender.beforeAnswer = ({ chatId }) => (chatId === anna?.chat ? hanging : undefined);
    await world.anAlert([anna, ...others].filter((listener) => listener !== undefined));
    while (world.sender.arrived.length < 5) await world.round();
    expect(await world.statuses()).toContain('sending');
    answer();
    await world.drain();
    expect(await world.statuses()).toEqual(Array(6).fill('sent'));
  });
});

describe('a clean stop', () => {
  it('ends what is in flight and gives back what is not', async () => {
    await world.anAlert(await world.listeners(3));
    const stop = new AbortController();
    const service = world.aService({
      settings: { concurrency: 3, ratePerS: 1, alertsPerHour: 0 },
      wait: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    });
    let answer = () => {};
    const asked = new Promise<void>((called) => {
      world.sender.beforeAnswer = () => {
        called();
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      };
    });
    const rounds = world.round(service, stop.signal);
    await asked;
    stop.abort();
    await rounds;
    expect(await world.round(service, stop.signal)).toBe(false);
    const drained = world.run(() => service.drain());
    answer();
    await drained;
    expect((await world.statuses()).sort()).toEqual(['pending', 'pending', 'sent']);
    const leases = await world.sql('select 1 from recipients where lease_until is not null');
    expect(leases).toEqual([]);
    world.sender.beforeAnswer = () => {};
    await world.drain(world.aService());
    expect(world.sender.calls).toHaveLength(3);
  });
});

it('sends a direct message before the alerts that wait for others', async () => {
  const everybody = await world.listeners(12);
  await world.anAlert(everybody);
  const service = world.aService({ settings: { concurrency: 3, ratePerS: 4, alertsPerHour: 0 } });
  await world.round(service);
  const last = everybody.at(-1) as Listener;
  await world.aText(last, 1);
  await world.drain(service);
  // Those of the claims that had been taken come first.
  const place = world.sender.arrived.findIndex(({ content }) => content.kind === 'text');
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThanOrEqual(3);
});

it('asks anew whether somebody may be sent to who was found a while ago', async () => {
  const [anna, bruno, carla, dina] = (await world.listeners(4)) as [Listener, Listener, Listener, Listener];
  const ad = await world.anAlert([anna, bruno, carla, dina]);
  // Each look at the clock takes long, so that one search has to do for several claims.
  const slow = world.aService({
    settings: { concurrency: 1, ratePerS: 1000, alertsPerHour: 0 },
    monotonic: () => {
      world.monotonic += 10;
      return world.monotonic;
    },
  });
  await world.round(slow);
  await world.run(() => world.settings.markUnreachable(bruno.chat, 'blocked'));
  await world.run(() => world.settings.pause(carla.id));
  while (world.sender.arrived.length < 2) await world.round(slow);
  for (let round = 0; round < 20; round += 1) await world.round(slow);
  const told = [anna, bruno, carla, dina].map(({ chat }) => world.sender.toldTo(chat));
  expect(told).toEqual([[`alert ${ad}`], [], [], [`alert ${ad}`]]);
  expect(world.sender.calls).toHaveLength(2);
});

describe('whoever watches', () => {
  it('keeps no result from being written by failing, nor another from being told', async () => {
    const ad = await world.anAlert(await world.aListener());
    const seen: string[] = [];
    world.service.watch(() => {
      throw new Error('nobody listens');
    });
    world.service.watch(({ result }) => seen.push(result));
    await world.drain();
    await world.lapse();
    await world.pass(1);
    expect(world.sender.arrived).toMatchObject([{ content: { alert: { adId: ad } } }]);
    expect(await world.statuses()).toEqual(['sent']);
    expect(seen).toEqual(['ok']);
  });

  it('is told of each send, how long it took and how old its news was', async () => {
    const anna = await world.aListener();
    const seen: SendSample[] = [];
    world.service.watch((send) => seen.push(send));
    await world.aText(anna);
    await world.anAlert(anna);
    world.sender.beforeAnswer = () => {
      world.monotonic += 250;
    };
    world.sender.answerChat(anna.chat, { outcome: 'throttled', afterMs: 2000 }, failed, timedOut);
    for (let round = 0; round < 12; round += 1) {
      await world.drain();
      world.clock.advance(5000);
    }
    expect(seen.map(({ result }) => result)).toEqual(['429', '5xx', 'timeout', 'ok', 'ok']);
    expect(seen.every(({ seconds }) => seconds === 0.25)).toBe(true);
    const [text, alert] = seen.slice(3);
    expect(text?.latencySeconds).toBeNull();
    expect(alert?.latencySeconds).toBeGreaterThan(2);
    expect(alert?.latencySeconds).toBeLessThan(60);
  });

  it('is told the age of an alert that was put off from the time it was put off to', async () => {
    const anna = await world.aListener();
    await world.sql("update users set delivery_mode = 'hourly'");
    world.clock.advance(1000);
    await world.anAlert(anna);
    const seen: SendSample[] = [];
    world.service.watch((send) => seen.push(send));
    await world.drain();
    world.clock.set('2026-11-20T13:00:03Z');
    await world.drain();
    expect(seen.map(({ latencySeconds }) => latencySeconds)).toEqual([3]);
  });
});

it('refuses a sender that may take longer than the lease', async () => {
  Object.assign(world.sender, { timeoutMs: 30_000 });
  await expect(world.round()).rejects.toThrow('lease');
});

it('leaves no row in limbo, whatever happens to the sends', async () => {
  world.withCap(5);
  const everybody = await world.listeners(8);
  await world.alerts(everybody, 12);
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const faults: SendResult[] = [
    { outcome: 'throttled', afterMs: 2000 },
    failed,
    timedOut,
    { outcome: 'rejected', reason: 'bad request' },
  ];
  world.sender.beforeAnswer = ({ chatId }) => {
    const fault = random() < 0.2 && faults[Math.floor(random() * faults.length)];
    if (fault) world.sender.answerChat(chatId, fault);
  };
  await world.pass(40);
  for (let minute = 0; minute < 150; minute += 1) {
    world.clock.advance(60_000);
    await world.drain();
  }
  const { pending, sending, sent, dead } = await world.run(() => world.outbox.counts());
  expect({ pending, sending }).toEqual({ pending: 0, sending: 0 });
  expect(sent + dead).toBe(96);
});
