import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryWorld, NOON } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

describe('the outbox', () => {
  it('stores no alert that would be cancelled at once, and none twice', async () => {
    const [anna, paused, blocked, off, hider] = await Promise.all(Array.from({ length: 5 }, () => world.aListener()));
    if (!anna || !paused || !blocked || !off || !hider) throw new Error('unreachable');
    await world.sql('update users set paused_at = now() where id = ?', [paused.id]);
    await world.sql('update recipients set reachable = false where user_id = ?', [blocked.id]);
    await world.sql('update filters set active = false where user_id = ?', [off.id]);
    const everybody = [anna, paused, blocked, off, hider];
    const ad = await world.anAlert(everybody);
    expect(new Set((await world.rows()).map((row) => row.user))).toEqual(new Set([anna.id, hider.id]));
    const [event] = await world.sql<{ id: string }>('select id from ad_events');
    await world.sql('insert into hidden_ads (user_id, ad_id) values (?, ?)', [hider.id, ad]);
    await world.sql('delete from notifications where user_id = ?', [hider.id]);
    const again = everybody.map((listener) => ({
      eventId: Number(event?.id),
      adId: ad,
      userId: listener.id,
      filterIds: [listener.filter],
      payload: { occasion: 'new', price: 1, oldPrice: null } as const,
      dueAt: world.clock.now(),
      expiresAt: world.clock.now(),
    }));
    const { em } = world.database.orm;
    expect(await world.run(() => world.outbox.enqueueAlerts(em, again))).toBe(0);
    await world.sql('update ads set gone_at = now()');
    await world.sql('delete from notifications');
    expect(await world.run(() => world.outbox.enqueueAlerts(em, again))).toBe(0);
  });

  it('stores any number of alerts', async () => {
    const anna = await world.aListener();
    const adId = await world.anAlert(anna);
    const now = world.clock.now();
    const rows = Array.from({ length: 12_001 }, (_, index) => ({
      ...{ eventId: 1_000_000 + index, adId, userId: anna.id, filterIds: [anna.filter], dueAt: now, expiresAt: now },
      payload: { occasion: 'new', price: 1, oldPrice: null } as const,
    }));
    const { em } = world.database.orm;
    expect(await world.run(() => world.outbox.enqueueAlerts(em, rows))).toBe(12_001);
  });

  it('ends any number of rows that are too old, some thousands at once', async () => {
    const anna = await world.aListener();
    await world.sql(
      `insert into notifications (kind, subject_id, user_id, ad_id, payload, due_at, expires_at)
       select 'ad', n, ?, 1, '{}', ?, ? from generate_series(1, 8000) n`,
      [anna.id, world.clock.now(), world.clock.now()],
    );
    const counted: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      await world.run(() => world.outbox.endUnsendable(world.clock.now()));
      counted.push((await world.run(() => world.outbox.counts())).expired);
    }
    expect(counted).toEqual([5000, 8000]);
  });

  it('tells how many rows are in each state and how late delivery is', async () => {
    const anna = await world.aListener();
    await world.alerts(anna, 2);
    await world.drain();
    world.clock.advance(90_000);
    expect(await world.run(() => world.outbox.counts())).toEqual({
      pending: 1,
      sending: 0,
      sent: 1,
      cancelled: 0,
      expired: 0,
      dead: 0,
      // The chat could be written to again a second after its first alert.
      oldestPendingSeconds: 89,
    });
  });

  it('counts neither what is too old to be sent as late, nor the time for which a chat was held', async () => {
    const [anna, bruno] = [await world.aListener(), await world.aListener()];
    await world.alerts([anna, bruno], 1);
    await world.sql('update recipients set next_send_at = ? where user_id = ?', ['2026-11-20T18:00:00Z', anna.id]);
    await world.sql('update notifications set expires_at = ? where user_id = ?', ['2026-11-20T17:00:00Z', bruno.id]);
    world.clock.set('2026-11-20T18:00:05Z');
    expect(await world.run(() => world.outbox.backlog())).toEqual({ waiting: 1, oldestSeconds: 5, dead: 0 });
    expect(await world.run(() => world.outbox.countWaiting(10))).toBe(1);
  });

  it('lets nothing that is too old come back when alerts are put off', async () => {
    const anna = await world.aListener();
    await world.alerts(anna, 2);
    const [first] = await world.rows();
    await world.sql('update notifications set expires_at = ? where subject_id = ?', [NOON, first?.subject]);
    const { em } = world.database.orm;
    const later = new Date('2026-11-20T13:00:00Z');
    await world.run(() => em.transactional((inner) => world.outbox.reschedule(inner, anna.id, later)));
    world.clock.set(later.toISOString());
    await world.pass(1);
    expect(await world.statuses()).toEqual(['expired', 'sent']);
  });

  it('gives dead rows another life', async () => {
    const [anna, bruno] = [await world.aListener(), await world.aListener()];
    const ad = await world.anAlert([anna, bruno]);
    world.sender.answerAlways({ outcome: 'rejected', reason: 'bad request' });
    await world.drain();
    expect(await world.statuses()).toEqual(['dead: bad request', 'dead: bad request']);
    world.sender.answerAlways(null);
    expect(await world.run(() => world.outbox.retryDead({ kind: 'ad', userId: anna.id }))).toBe(1);
    world.clock.advance(30 * 3_600_000);
    expect(await world.run(() => world.outbox.retryDead())).toBe(1);
    await world.drain();
    expect(world.sender.toldTo(bruno.chat)).toEqual([`alert ${ad}`]);
    expect(await world.statuses()).toEqual(['expired', 'sent']);
  });
});

describe('alert settings', () => {
  it('pause once, cancel what waits, and tell at the end how much was missed', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna);
    await world.run(() => world.settings.pause(anna.id));
    expect(await world.run(() => world.settings.state(anna.id))).toEqual({
      paused: true,
      reachable: true,
      reason: null,
    });
    expect(await world.statuses()).toEqual(['cancelled: paused']);
    world.clock.advance(60_000);
    await world.run(() => world.settings.pause(anna.id));
    const [user] = await world.sql('select paused_at from users');
    expect(new Date(String(user?.paused_at))).toEqual(new Date(NOON));
    await world.anAlert(anna);
    await world.sql('update ad_events set released_at = ?', [world.clock.now()]);
    expect(await world.run(() => world.settings.resume(anna.id))).toEqual({ missed: 2 });
    expect(await world.run(() => world.settings.resume(anna.id))).toEqual({ missed: 0 });
    await world.drain();
    expect(world.sender.calls).toEqual([]);
  });

  it('cancel what waits for a user who blocked the bot, and send nothing old when they return', async () => {
    const anna = await world.aListener();
    await world.anAlert(anna);
    await world.run(() => world.settings.markUnreachable(anna.chat, 'blocked'));
    expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: false, reason: 'blocked' });
    await world.aText(anna);
    await world.run(() => world.settings.markReachable(anna.chat));
    expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: true, reason: null });
    await world.drain();
    expect(world.sender.calls).toEqual([]);
    const ad = await world.anAlert(anna);
    await world.drain();
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
  });
});
