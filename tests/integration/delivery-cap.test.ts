import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryWorld } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

describe('the hourly cap', () => {
  it('lets so many alerts through, and the rest as one digest when the hour is over', async () => {
    world.withCap(3);
    const anna = await world.aListener();
    const ads = await world.alerts(anna, 7);
    await world.pass(6);
    expect(world.sender.toldTo(anna.chat)).toEqual(ads.slice(0, 3).map((ad) => `alert ${ad}`));
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(5);
    expect(world.sender.toldTo(anna.chat).slice(3)).toEqual([`digest ${ads.slice(3).join()}`]);
    expect(await world.statuses()).toEqual(Array(7).fill('sent'));
    const [, last] = [await world.anAlert(anna), await world.anAlert(anna)];
    await world.pass(5);
    expect(world.sender.toldTo(anna.chat).slice(4)).toEqual([`alert ${last - 1}`, `alert ${last}`]);
  });

  it('does not hold back direct messages', async () => {
    world.withCap(1);
    const anna = await world.aListener();
    const [ad] = await world.alerts(anna, 2);
    await world.pass(2);
    await world.aText(anna);
    await world.pass(2);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`, 'text role.changed']);
  });

  it('makes more than one digest of a rest that is too long for one message', async () => {
    world.withCap(2);
    const anna = await world.aListener();
    const ads = await world.alerts(anna, 25);
    await world.pass(2);
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(2);
    expect(world.sender.toldTo(anna.chat)).toEqual([
      `alert ${ads[0]}`,
      `alert ${ads[1]}`,
      `digest ${ads.slice(2, 22).join()}`,
      `digest ${ads.slice(22).join()}`,
    ]);
  });

  it.each([
    ['instant', 2, [2, 4, 5]],
    ['hourly', 0, [2, 3, 3]],
  ])('floods nobody after a long stop, however much waits: %s', async (mode, alerts, expected) => {
    world.withCap(2);
    const anna = await world.aListener();
    await world.sql('update users set delivery_mode = ?', [mode]);
    const ads = await world.alerts(anna, 50);
    const sentBy: number[] = [];
    for (let hour = 13; hour < 16; hour += 1) {
      await world.pass(3);
      sentBy.push(world.sender.arrived.length);
      world.clock.set(`2026-11-20T${hour}:00:05Z`);
    }
    await world.pass(1);
    expect(sentBy).toEqual(expected);
    const told = world.sender.arrived.map(({ content }) => (content.kind === 'digest' ? content.alerts.length : 1));
    expect(told.reduce((sum, count) => sum + count)).toBe(ads.length);
    expect(told.filter((count) => count === 1)).toHaveLength(alerts);
  });

  it('counts the digests of a rest for the hour they go out in', async () => {
    world.withCap(3);
    const anna = await world.aListener();
    await world.alerts(anna, 30);
    await world.pass(4);
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(3);
    expect(world.sender.arrived).toHaveLength(5);
    await world.alerts(anna, 3);
    await world.pass(5);
    expect(world.sender.arrived).toHaveLength(6);
  });
});

describe('a digest that Telegram refuses', () => {
  it('falls into its alerts, of which only the one at fault is given up', async () => {
    const anna = await world.aListener();
    await world.sql("update users set delivery_mode = 'hourly'");
    const ads = await world.alerts(anna, 4);
    world.sender.beforeAnswer = ({ content }) => {
      const told = content.kind === 'digest' ? content.alerts : content.kind === 'alert' ? [content.alert] : [];
      if (told.some((alert) => alert.adId === ads[1]))
        world.sender.answerNext({ outcome: 'rejected', reason: '400: bad' });
    };
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(6);
    expect(world.sender.toldTo(anna.chat)).toEqual([ads[0], ads[2], ads[3]].map((ad) => `alert ${ad}`));
    expect(await world.statuses()).toEqual(['sent', 'dead: 400: bad', 'sent', 'sent']);
  });

  it('is not made anew because one of its alerts fails for a moment', async () => {
    const anna = await world.aListener();
    await world.sql("update users set delivery_mode = 'hourly'");
    const ads = await world.alerts(anna, 3);
    world.sender.answerChat(
      anna.chat,
      { outcome: 'rejected', reason: '400: bad' },
      { outcome: 'throttled', afterMs: 2000 },
      { outcome: 'failed', failure: '5xx', ambiguous: true, reason: '502' },
    );
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(20);
    expect(world.sender.toldTo(anna.chat)).toEqual(ads.map((ad) => `alert ${ad}`));
  });
});
