import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryWorld } from '#tests/support/delivery-world.ts';
import { alertOf } from '#tests/support/recording-sender.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

describe('an alert', () => {
  it('reaches the chat once, with all that its text needs, and is remembered as sent', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna, { facts: { brand: 'vw', model: 'golf', volume: 1.9 } });
    await world.drain();
    expect(world.sender.arrived).toHaveLength(1);
    expect(world.sender.arrived[0]).toMatchObject({ chatId: anna.chat, locale: 'lv', timeZone: 'Europe/Riga' });
    expect(alertOf(world.sender.arrived[0])).toMatchObject({
      adId: ad,
      url: expect.stringContaining('https://market.test/'),
      facts: { brand: 'vw', model: 'golf', price: 9000, volume: 1.9 },
      occasion: 'new',
      price: 9000,
      oldPrice: null,
      filters: [{ id: anna.filter, name: 'any car' }],
    });
    const [row] = await world.sql('select status, message_id, sent_at, attempts from notifications');
    expect(row).toMatchObject({ status: 'sent', message_id: '1001', attempts: 0 });
    expect(new Date(String(row?.sent_at))).toEqual(world.clock.now());
  });

  it('keeps the pace of one message a second in each chat', async () => {
    const listeners = [await world.aListener(), await world.aListener()];
    await world.alerts(listeners, 3);
    await world.drain();
    expect(world.sender.arrived).toHaveLength(2);
    world.clock.advance(999);
    await world.drain();
    expect(world.sender.arrived).toHaveLength(2);
    world.clock.advance(1);
    await world.pass(2);
    expect(world.sender.arrived).toHaveLength(6);
  });

  it('comes after direct messages', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna);
    await world.aText(anna);
    await world.pass(1);
    expect(world.sender.toldTo(anna.chat)).toEqual(['text role.changed', `alert ${ad}`]);
  });

  it('tells the price of the moment it goes out, and later falls are measured from that', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna, { facts: { price: 8000 }, payload: { price: 9000 } });
    await world.drain();
    expect(alertOf(world.sender.arrived[0])).toMatchObject({ price: 8000, facts: { price: 8000 } });
    const [row] = await world.sql('select payload from notifications');
    expect(row?.payload).toEqual({ occasion: 'new', price: 8000, oldPrice: null });
  });

  it('about a price that fell is told with the time of the fall, and not at all once the price is back', async () => {
    const anna = await world.aListener();
    const drop = { occasion: 'price_drop', price: 8000, oldPrice: 9000 } as const;
    await world.anAlert(anna, { facts: { price: 8000 }, payload: drop });
    await world.anAlert(anna, { facts: { price: 9000 }, payload: drop });
    await world.pass(1);
    expect(world.sender.arrived).toHaveLength(1);
    const [event] = await world.sql('select created_at from ad_events order by id');
    expect(alertOf(world.sender.arrived[0])).toMatchObject({ ...drop, since: new Date(String(event?.created_at)) });
    expect(await world.statuses()).toEqual(['sent', 'cancelled: price-risen']);
  });
});

describe('what is judged anew before a send', () => {
  it.each([
    ['ads paused', ['cancelled: paused'], 'update users set paused_at = now()'],
    ['the filter switched off', ['cancelled: filter-off'], 'update filters set active = false'],
    ['the filter changed', ['cancelled: filter-off'], "update filters set brand = 'bmw'"],
    ['the ad gone', ['cancelled: ad-gone'], 'update ads set gone_at = now()'],
    ['the ad hidden', ['cancelled: ad-hidden'], 'insert into hidden_ads select users.id, ads.id from users, ads'],
    ['the user unreachable', ['cancelled: unreachable'], 'update recipients set reachable = false'],
    ['the user deleted', [], 'delete from users'],
  ])('keeps an alert from being sent: %s', async (_, expected, change) => {
    await world.anAlert(await world.aListener());
    await world.sql(change);
    await world.drain();
    expect(world.sender.calls).toEqual([]);
    expect(await world.statuses()).toEqual(expected);
  });

  it('names only the filters that still match', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna);
    await world.sql('update notifications set filter_ids = filter_ids || 999999::bigint');
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
    const [row] = await world.sql<{ filter_ids: string[] }>('select filter_ids from notifications');
    expect(row?.filter_ids.map(Number)).toEqual([anna.filter]);
  });

  it('leaves direct messages to a user who paused the alerts', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna);
    await world.aText(anna);
    await world.run(() => world.settings.pause(anna.id));
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual(['text role.changed']);
  });

  it('expires what waited for a day', async () => {
    await world.anAlert(await world.aListener());
    world.clock.advance(24 * 3_600_000);
    await world.drain();
    expect(world.sender.calls).toEqual([]);
    expect(await world.statuses()).toEqual(['expired']);
  });
});

describe("the user's own times", () => {
  it('keep alerts back in quiet hours, which never expires them', async () => {
    const anna = await world.aListener();
    await world.sql('update users set quiet_from = 780, quiet_to = 779');
    const ad = await world.anAlert(anna);
    world.clock.set('2026-11-21T10:58:00Z');
    await world.drain();
    expect(world.sender.calls).toEqual([]);
    world.clock.set('2026-11-22T10:58:00Z');
    await world.drain();
    expect(world.sender.calls).toEqual([]);
    world.clock.set('2026-11-22T10:59:00Z');
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
  });

  it('gather alerts into the digest of the hour; a single one stays an alert', async () => {
    const [anna, bruno] = [await world.aListener(), await world.aListener()];
    await world.sql("update users set delivery_mode = 'hourly'");
    world.clock.advance(1000);
    const shared = await world.anAlert([anna, bruno]);
    await world.drain();
    world.clock.advance(30 * 60_000);
    const second = await world.anAlert(anna);
    await world.pass(2);
    expect(world.sender.calls).toEqual([]);
    world.clock.set('2026-11-20T13:00:00Z');
    await world.pass(2);
    expect(world.sender.toldTo(anna.chat)).toEqual([`digest ${shared},${second}`]);
    expect(world.sender.toldTo(bruno.chat)).toEqual([`alert ${shared}`]);
  });

  it('gather the alerts of a day until nine in the morning, while direct messages come at once', async () => {
    const anna = await world.aListener();
    await world.sql("update users set delivery_mode = 'daily'");
    const ads = await world.alerts(anna, 2);
    await world.drain();
    await world.aText(anna);
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual(['text role.changed']);
    world.clock.set('2026-11-21T07:00:00Z');
    await world.drain();
    expect(world.sender.toldTo(anna.chat).slice(1)).toEqual([`digest ${ads.join()}`]);
  });
});
