import { describe, expect, it } from 'vitest';
import { type DueRecipient, planSend, type WaitingAlert, type WaitingText } from './send-plan.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const expiresAt = new Date('2026-11-21T12:00:00Z');

const recipient: DueRecipient = {
  userId: 1,
  chatId: 5001,
  locale: 'lv',
  paused: false,
  timing: { deliveryMode: 'instant', quietFrom: null, quietTo: null, timeZone: 'Europe/Riga', alertsPerHour: 20 },
  hour: { startedAt: null, count: 0 },
};
const usedUp: DueRecipient = { ...recipient, hour: { startedAt: at('12:00'), count: 20 } };
const inMode = (deliveryMode: 'hourly' | 'daily', given = recipient): DueRecipient => ({
  ...given,
  timing: { ...given.timing, deliveryMode },
});
/** From 14:00 to 16:00 in UTC. */
const quiet: DueRecipient = { ...recipient, timing: { ...recipient.timing, quietFrom: 16 * 60, quietTo: 18 * 60 } };

let lastId = 0;
function alertDue(time: string, refusedInDigest = false): WaitingAlert {
  const error = refusedInDigest ? 'in a digest: bad' : null;
  const row = { subjectId: ++lastId, userId: 1, attempts: 0, error, dueAt: at(time) };
  const payload = { occasion: 'new', price: 5000, oldPrice: null } as const;
  return { ...row, kind: 'ad', adId: row.subjectId, filterIds: [1], payload, expiresAt };
}
const letter: WaitingText = {
  ...{ kind: 'system', subjectId: 1, userId: 1, attempts: 0, error: null, dueAt: at('12:30') },
  payload: { textKey: 'letter', values: {} },
};

describe('of the rows that are due', () => {
  it('a direct message goes first, whatever holds the alerts back', () => {
    const rows = [alertDue('12:10'), letter, { ...letter, subjectId: 2 }];
    for (const given of [recipient, { ...recipient, paused: true }, usedUp, quiet, inMode('daily')])
      expect(planSend(given, rows, at('15:00'))).toEqual({ action: 'text', row: letter });
  });

  it('one alert goes at once, the oldest first', () => {
    const rows = [alertDue('12:10'), alertDue('12:11')];
    expect(planSend(recipient, rows, at('12:11'))).toEqual({
      action: 'alerts',
      rows: [rows[0]],
      isOverflow: false,
    });
  });

  it('none goes where there is none', () => {
    expect(planSend(recipient, [], at('12:00'))).toEqual({ action: 'nothing' });
    expect(planSend({ ...recipient, paused: true }, [], at('12:00'))).toEqual({ action: 'nothing' });
  });

  it('the alerts of who paused them are cancelled, also in quiet hours', () => {
    for (const given of [recipient, quiet])
      expect(planSend({ ...given, paused: true }, [alertDue('15:00')], at('15:00'))).toEqual({
        action: 'cancelAlerts',
      });
  });

  it('alerts wait for the end of the quiet hours', () => {
    expect(planSend(quiet, [alertDue('15:00')], at('15:00'))).toEqual({ action: 'defer', until: at('16:00') });
    expect(planSend(quiet, [alertDue('15:00')], at('16:00'))).toMatchObject({ action: 'alerts' });
  });
});

describe('a digest', () => {
  it('tells all alerts when its time has come', () => {
    const rows = [alertDue('12:10'), alertDue('12:50')];
    expect(planSend(inMode('hourly'), rows, at('12:50'))).toEqual({ action: 'defer', until: at('13:00') });
    expect(planSend(inMode('hourly'), rows, at('13:00'))).toEqual({ action: 'alerts', rows, isOverflow: false });
  });

  it('tells what the cap held back, and no alert that came later', () => {
    const [first, second, later] = [alertDue('12:30'), alertDue('12:40'), alertDue('13:05')];
    expect(planSend(usedUp, [first, second], at('12:40'))).toEqual({ action: 'defer', until: at('13:00') });
    expect(planSend(usedUp, [first, second, later], at('13:05'))).toEqual({
      action: 'alerts',
      rows: [first, second],
      isOverflow: true,
    });
    expect(planSend(usedUp, [second, later], at('13:05'))).toMatchObject({ rows: [second], isOverflow: true });
    expect(planSend(usedUp, [later], at('13:05'))).toMatchObject({ rows: [later], isOverflow: false });
  });

  it('of somebody who changed to digests says that the cap held its alerts back', () => {
    const rows = [alertDue('12:30'), alertDue('13:05')];
    expect(planSend(inMode('hourly', usedUp), rows, at('14:00'))).toEqual({ action: 'alerts', rows, isOverflow: true });
  });

  it('that was refused goes one alert at a time', () => {
    const [fresh, refused] = [alertDue('12:30'), alertDue('12:40', true)];
    const rows = [fresh, refused, alertDue('12:45', true)];
    expect(planSend(inMode('hourly'), rows, at('13:00'))).toEqual({
      action: 'alerts',
      rows: [refused],
      isOverflow: false,
    });
    expect(planSend(usedUp, rows, at('13:00'))).toEqual({ action: 'alerts', rows: [refused], isOverflow: true });
  });
});
