import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertTiming, countSend, isOverflow, nextSendAt, type SendHour } from './next-send-at.ts';

const instant: AlertTiming = {
  deliveryMode: 'instant',
  quietFrom: null,
  quietTo: null,
  timeZone: 'Europe/Riga',
  alertsPerHour: 20,
};
const fresh: SendHour = { startedAt: null, count: 0 };

/** When an alert that became due at `dueAt` may go, asked at that very time unless `now` is given. */
function sendAt(dueAt: string, timing: Partial<AlertTiming> = {}, hour = fresh, now = dueAt): string {
  const at = nextSendAt({ now: new Date(now), dueAt: new Date(dueAt), timing: { ...instant, ...timing }, hour });
  return at.toISOString().replace('.000Z', 'Z');
}

it('lets an alert go at once', () => {
  expect(sendAt('2026-11-20T12:00:00Z')).toBe('2026-11-20T12:00:00Z');
});

describe('hourly cap', () => {
  const used: SendHour = { startedAt: new Date('2026-11-20T12:00:00Z'), count: 20 };

  it('waits for the end of the hour once it is used up', () => {
    expect(sendAt('2026-11-20T12:10:00Z', {}, used)).toBe('2026-11-20T13:00:00Z');
    expect(sendAt('2026-11-20T13:10:00Z', {}, used)).toBe('2026-11-20T13:10:00Z');
    expect(sendAt('2026-11-20T12:10:00Z', {}, { ...used, count: 19 })).toBe('2026-11-20T12:10:00Z');
  });
  it('does not exist at 0', () => {
    expect(sendAt('2026-11-20T12:10:00Z', { alertsPerHour: 0 }, used)).toBe('2026-11-20T12:10:00Z');
  });
  it('makes a digest of what waited for its end, also through quiet hours, but not of what came later', () => {
    const quiet = { ...instant, quietFrom: 14 * 60, quietTo: 18 * 60 };
    expect(isOverflow(new Date('2026-11-20T13:00:00Z'), instant, used)).toBe(true);
    expect(isOverflow(new Date('2026-11-20T13:00:01Z'), instant, used)).toBe(false);
    expect(isOverflow(new Date('2026-11-20T16:00:00Z'), quiet, used)).toBe(true);
    expect(isOverflow(new Date('2026-11-20T13:00:00Z'), instant, fresh)).toBe(false);
  });
  it('counts messages within an hour from the first one', () => {
    let hour = countSend(fresh, new Date('2026-11-20T12:00:00Z'));
    hour = countSend(hour, new Date('2026-11-20T12:59:59Z'));
    expect(hour).toEqual({ startedAt: new Date('2026-11-20T12:00:00Z'), count: 2 });
    expect(countSend(hour, new Date('2026-11-20T13:00:00Z'))).toEqual({
      startedAt: new Date('2026-11-20T13:00:00Z'),
      count: 1,
    });
  });
});

describe('quiet hours', () => {
  const night = { quietFrom: 22 * 60, quietTo: 7 * 60 };

  it('puts an alert off to their end in the time zone of the user', () => {
    expect(sendAt('2026-11-20T19:59:00Z', night)).toBe('2026-11-20T19:59:00Z');
    expect(sendAt('2026-11-20T20:00:00Z', night)).toBe('2026-11-21T05:00:00Z');
    expect(sendAt('2026-11-21T04:59:59Z', night)).toBe('2026-11-21T05:00:00Z');
    expect(sendAt('2026-11-21T05:00:00Z', night)).toBe('2026-11-21T05:00:00Z');
    expect(sendAt('2026-11-20T20:00:00Z', { ...night, timeZone: 'UTC' })).toBe('2026-11-20T20:00:00Z');
  });
  it('ends at the local hour in the nights when the clocks change', () => {
    expect(sendAt('2026-03-28T21:00:00Z', night)).toBe('2026-03-29T04:00:00Z');
    expect(sendAt('2026-10-24T21:00:00Z', night)).toBe('2026-10-25T05:00:00Z');
  });
  it('ends also where the local hour is skipped', () => {
    expect(sendAt('2026-03-28T23:00:00Z', { quietFrom: 0, quietTo: 210 })).toBe('2026-03-29T01:30:00Z');
  });
  it('does not exist when both ends are the same', () => {
    expect(sendAt('2026-11-20T20:00:00Z', { quietFrom: 600, quietTo: 600 })).toBe('2026-11-20T20:00:00Z');
  });
});

describe('digest', () => {
  it('goes at the next full hour', () => {
    expect(sendAt('2026-11-20T12:10:00Z', { deliveryMode: 'hourly' })).toBe('2026-11-20T13:00:00Z');
    expect(sendAt('2026-11-20T12:10:00Z', { deliveryMode: 'hourly', timeZone: 'Asia/Kolkata' })).toBe(
      '2026-11-20T12:30:00Z',
    );
    expect(sendAt('2026-10-25T00:30:00Z', { deliveryMode: 'hourly' })).toBe('2026-10-25T01:00:00Z');
  });
  it('goes at nine in the morning of the user', () => {
    expect(sendAt('2026-11-20T06:59:00Z', { deliveryMode: 'daily' })).toBe('2026-11-20T07:00:00Z');
    expect(sendAt('2026-11-20T07:00:01Z', { deliveryMode: 'daily' })).toBe('2026-11-21T07:00:00Z');
    expect(sendAt('2026-03-28T12:00:00Z', { deliveryMode: 'daily' })).toBe('2026-03-29T06:00:00Z');
  });
  it('goes as soon as it can when its time has passed', () => {
    const late = sendAt('2026-11-20T06:59:00Z', { deliveryMode: 'daily' }, fresh, '2026-11-20T09:30:00Z');
    expect(late).toBe('2026-11-20T09:30:00Z');
  });
  it('waits for the end of quiet hours that it falls into', () => {
    const late = { deliveryMode: 'daily', quietFrom: 22 * 60, quietTo: 10 * 60 } as const;
    expect(sendAt('2026-11-20T06:00:00Z', late)).toBe('2026-11-20T08:00:00Z');
    expect(sendAt('2026-11-20T07:30:00Z', late)).toBe('2026-11-20T08:00:00Z');
  });
});

it('takes a time zone it does not know for the default one', () => {
  expect(sendAt('2026-11-20T20:00:00Z', { quietFrom: 1320, quietTo: 420, timeZone: 'Mars/Olympus' })).toBe(
    '2026-11-21T05:00:00Z',
  );
});

it('never looks back, never waits longer than two days, and puts nothing off twice', () => {
  const timings = fc
    .record({
      deliveryMode: fc.constantFrom('instant' as const, 'hourly' as const, 'daily' as const),
      quiet: fc.option(
        fc.record({ from: fc.integer({ min: 0, max: 1439 }), length: fc.integer({ min: 1, max: 1200 }) }),
      ),
      timeZone: fc.constantFrom('Europe/Riga', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
      alertsPerHour: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ quiet, ...timing }) => ({
      ...timing,
      quietFrom: quiet ? quiet.from : null,
      quietTo: quiet ? (quiet.from + quiet.length) % 1440 : null,
    }));
  const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(timings, times, fc.nat(3), fc.nat(7_200_000), (timing, now, count, agoMs) => {
      const hour = { startedAt: new Date(now.getTime() - agoMs), count };
      const at = nextSendAt({ now, dueAt: now, timing, hour });
      expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
      expect(at.getTime() - now.getTime()).toBeLessThan(48 * 3_600_000);
      expect(nextSendAt({ now: at, dueAt: at, timing, hour })).toEqual(at);
    }),
    { numRuns: 1000 },
  );
});
