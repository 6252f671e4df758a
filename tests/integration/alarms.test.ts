import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../support/actors.ts';
import { type AlarmWorld, openAlarmWorld } from '../support/alarm-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(() => {
  world.emulator.clearFaults();
  expect(world.emulator.violations()).toEqual([]);
});

describe('alerts that are late', () => {
  beforeEach(() => world.read());

  it('are told after two minutes, and not while their chat may not be written to', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    await world.aMessage('pending');
    world.clock.advance(2 * MINUTE_MS);
    expect(await world.troubles()).toEqual([]);
    world.clock.advance(1);
    expect(await world.troubles()).toEqual(['alerts.late']);
    await world.sql('update recipients set next_send_at = ? where user_id <> ?', ['2026-11-21', admin.id]);
    expect(await world.troubles()).toEqual([]);
    await world.sql('update recipients set next_send_at = ?', ['2026-11-20T12:00:00Z']);
    expect(await world.ready()).toMatchObject({ reasons: ['alerts.late'], oldestPendingSeconds: 120.001 });
    await world.watch();
    expect(await world.alarmRows()).toEqual([{ status: 'pending' }]);
  });

  it('are judged by the time their chat may be written to again, which a digest or Telegram may have put off', async () => {
    await world.aMessage('pending');
    world.clock.advance(60 * MINUTE_MS);
    await world.read();
    await world.sql('update recipients set next_send_at = ?', [world.clock.now()]);
    expect(await world.ready()).toMatchObject({ reasons: [], oldestPendingSeconds: 0 });
    world.clock.advance(2 * MINUTE_MS + 1);
    expect(await world.troubles()).toEqual(['alerts.late']);
  });

  it('have their time after a stop, and are nobody’s business where nothing is sent', async () => {
    await world.aMessage('pending');
    world.clock.advance(10 * MINUTE_MS);
    world.core.alarms.begin();
    expect(await world.troubles()).toEqual([]);
    world.clock.advance(3 * MINUTE_MS);
    expect(await world.troubles()).toEqual(['alerts.late']);
    expect(await world.troubles({ sends: false })).toEqual([]);
  });
});

describe('a token that is refused', () => {
  it('is told once it is taken again, once, and since when it was refused', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    await world.read();
    await world.watch(world.core, { isRefused: true });
    for (let hour = 0; hour < 3; hour += 1) {
      world.clock.advance(HOUR_MS);
      await world.read();
      await world.watch(world.core, { isRefused: true });
    }
    await world.watch();
    await world.send();
    expect(world.headlines(admin)).toEqual([
      'Telegram refused the bot’s token (noticed: 20 Nov, 14:00). Meanwhile no alerts went out and the bot answered nobody.',
    ]);
  });

  it('is noticed by a send that is refused', async () => {
    await world.someone('admin');
    await world.read();
    await world.aMessage('dead');
    await world.watch();
    world.emulator.fault({ method: 'sendMessage', kind: 'error', errorCode: 401, description: 'Unauthorized' });
    await world.sendOnce();
    expect(await world.troubles()).toEqual(['token.refused', 'messages.dead']);
    expect(await world.ready()).toMatchObject({ sender: 'degraded', reasons: ['token.refused', 'messages.dead'] });
    expect(await world.ready({ leads: false })).toMatchObject({ sender: 'running', reasons: ['messages.dead'] });
    world.clock.advance(2 * MINUTE_MS);
    await world.send();
    expect(await world.ready()).toMatchObject({ sender: 'running', reasons: ['messages.dead'] });
  });
});

describe('Telegram away', () => {
  it('shows in /readyz, and what it kept waiting is told when it is back', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    for (let count = 0; count < 3; count += 1) await world.aMessage('pending');
    world.emulator.fault({ method: '*', kind: 'html-502', count: 100 });
    await world.sendOnce();
    expect(await world.ready()).toMatchObject({ db: 'up', sender: 'degraded', reasons: ['telegram.away'] });
    world.clock.advance(5 * MINUTE_MS);
    expect(await world.ready()).toMatchObject({
      db: 'up',
      sender: 'degraded',
      reasons: ['telegram.away', 'alerts.late'],
    });
    await world.watch();
    world.emulator.clearFaults();
    await world.send();
    expect(world.headlines(admin)).toEqual([
      'A message that could be sent has been waiting since 20 Nov, 14:00. Alerts are late.',
    ]);
  });
});

describe('messages that were given up', () => {
  it('are told each day, and at once when there are more', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    await world.aMessage('dead');
    for (const [hours, isTold] of [
      [0, true],
      [2, false],
      [22, true],
    ] as const) {
      world.clock.advance(hours * HOUR_MS);
      const before = world.headlines(admin).length;
      await world.read();
      await world.watch();
      await world.send();
      expect([hours, world.headlines(admin).length > before]).toEqual([hours, isTold]);
    }
    world.clock.advance(HOUR_MS);
    await world.aMessage('dead');
    await world.read();
    await world.watch();
    await world.send();
    expect(world.headlines(admin).slice(-2)).toEqual([
      '1 message could not be sent and was given up.',
      '2 messages could not be sent and were given up.',
    ]);
  });

  it('are news again once somebody dealt with those before', async () => {
    const admin = await world.someone('admin');
    await world.aMessage('dead');
    await world.watch();
    await world.sql("update notifications set status = 'cancelled' where status = 'dead'");
    await world.watch();
    world.clock.advance(HOUR_MS);
    await world.aMessage('dead');
    await world.read();
    await world.watch();
    await world.send();
    expect(world.headlines(admin)).toHaveLength(2);
  });
});

describe('an alarm', () => {
  it('comes in quiet hours and while alerts are paused, but not to who is an administrator no more', async () => {
    const [quiet, former] = [await world.someone('admin'), await world.someone('admin')];
    await world.sql('update users set quiet_from = 0, quiet_to = 1439, paused_at = ? where id = ?', [
      '2026-11-20T12:00:00Z',
      quiet.id,
    ]);
    await world.aMessage('dead');
    await world.watch();
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, former.id, 'user'));
    await world.send();
    expect(world.headlines(quiet)).toEqual(['1 ziņu neizdevās nosūtīt, vairs nemēģinu.']);
    expect(world.headlines(former)).toEqual([expect.stringMatching(/^Tavs plāns/)]);
    expect(await world.notices()).toContainEqual(
      expect.objectContaining({ kind: 'admin_alarm', status: 'cancelled', error: 'not-admin' }),
    );
  });

  it('is told by the next look when the database was away at this one', async () => {
    const admin = await world.someone('admin');
    await world.aMessage('dead');
    await world.sql('alter table notifications rename to notifications_away');
    await expect(world.watch()).rejects.toThrow();
    await world.sql('alter table notifications_away rename to notifications');
    await world.sql('alter table recipients rename to recipients_away');
    await expect(world.watch()).rejects.toThrow();
    await world.sql('alter table recipients_away rename to recipients');
    await world.watch();
    await world.send();
    expect(world.headlines(admin)).toHaveLength(1);
  });

  it('reads its time in Riga where the zone of its reader is unknown', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    await world.sql("update users set time_zone = 'Mars/Olympus' where id = ?", [admin.id]);
    world.clock.advance(16 * MINUTE_MS);
    await world.watch();
    await world.send();
    expect(world.headlines(admin)[0]).toContain('since 20 Nov, 14:00');
  });
});
