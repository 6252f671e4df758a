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
    expect(isOverflow(new Date('2026-11-20T11:59:00Z'), instant, { ...used, count: 19 })).toBe(false);
  });
  it('goes on counting for the next hour while what it held back is told', () => {
    const cap = 20;
    const used: SendHour = { startedAt: new Date('2026-11-20T12:00:00Z'), count: 20 };
    let hour = countSend(used, new Date('2026-11-20T13:00:01Z'), { cap, isOverflow: true });
    expect(hour).toEqual({ startedAt: used.startedAt, count: 21 });
    expect(countSend(hour, new Date('2026-11-20T13:00:02Z'), { cap, isOverflow: true }).count).toBe(22);
    expect(countSend(hour, new Date('2026-11-20T13:10:00Z'), { cap })).toEqual({
      startedAt: new Date('2026-11-20T13:00:00Z'),
      count: 2,
    });
    expect(countSend(hour, new Date('2026-11-20T14:00:00Z'), { cap }).count).toBe(1);
    hour = { ...hour, count: 40 };
    expect(sendAt('2026-11-20T13:00:00Z', {}, hour, '2026-11-20T13:01:00Z')).toBe('2026-11-20T14:00:00Z');
    expect(countSend(hour, new Date('2026-11-20T14:00:00Z'), { cap, isOverflow: true })).toEqual({
      startedAt: new Date('2026-11-20T13:00:00Z'),
      count: 21,
    });
  });
  it('holds the digests of a stop back as well', () => {
    const hourly = { deliveryMode: 'hourly' } as const;
    const used: SendHour = { startedAt: new Date('2026-11-20T12:00:00Z'), count: 20 };
    expect(sendAt('2026-11-20T12:00:00Z', hourly, used, '2026-11-20T12:00:30Z')).toBe('2026-11-20T13:00:00Z');
    expect(sendAt('2026-11-20T13:00:00Z', hourly, used)).toBe('2026-11-20T13:00:00Z');
    expect(sendAt('2026-11-20T13:00:01Z', hourly, used)).toBe('2026-11-20T14:00:00Z');
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
  it('holds an alert back for two hours at most, however many messages were counted', () => {
    expect(sendAt('2026-11-20T12:10:00Z', {}, { ...used, count: 500 })).toBe('2026-11-20T14:00:00Z');
  });
  it('has not begun before the first message', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(countSend(fresh, now, { cap: 20, isOverflow: true })).toEqual({ startedAt: now, count: 1 });
    expect(countSend({ ...fresh, count: 20 }, now, { cap: 20 })).toEqual({ startedAt: now, count: 1 });
    expect(sendAt('2026-11-20T12:00:00Z', {}, { ...fresh, count: 20 })).toBe('2026-11-20T12:00:00Z');
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
  it('which a change of the clocks cuts short or lengthens are judged by what the clock shows', () => {
    const small = { quietFrom: 2 * 60, quietTo: 5 * 60 };
    // 03:00 becomes 04:00 at 01:00 UTC.
    expect(sendAt('2026-03-29T00:00:00Z', small)).toBe('2026-03-29T02:00:00Z');
    expect(sendAt('2026-03-29T01:00:00Z', { quietFrom: 200, quietTo: 300 })).toBe('2026-03-29T02:00:00Z');
    expect(sendAt('2026-03-29T01:00:00Z', { quietFrom: 180, quietTo: 240 })).toBe('2026-03-29T01:00:00Z');
    // 04:00 becomes 03:00 at 01:00 UTC, so 03:30 comes twice.
    expect(sendAt('2026-10-24T23:00:00Z', small)).toBe('2026-10-25T03:00:00Z');
    const doubled = { quietFrom: 22 * 60, quietTo: 3 * 60 + 30 };
    expect(sendAt('2026-10-24T20:00:00Z', doubled)).toBe('2026-10-25T00:30:00Z');
    expect(sendAt('2026-10-25T00:45:00Z', doubled)).toBe('2026-10-25T00:45:00Z');
    expect(sendAt('2026-10-25T01:00:00Z', doubled)).toBe('2026-10-25T01:30:00Z');
    expect(sendAt('2026-10-25T00:45:10Z', { quietFrom: 210, quietTo: 300 })).toBe('2026-10-25T01:00:00Z');
  });
  it('follow zones that are half or three quarters of an hour off, and change by half an hour', () => {
    expect(sendAt('2026-11-20T16:30:00Z', { ...night, timeZone: 'Asia/Kolkata' })).toBe('2026-11-21T01:30:00Z');
    expect(sendAt('2026-11-20T16:29:59Z', { ...night, timeZone: 'Asia/Kolkata' })).toBe('2026-11-20T16:29:59Z');
    expect(sendAt('2026-11-20T16:15:00Z', { ...night, timeZone: 'Asia/Kathmandu' })).toBe('2026-11-21T01:15:00Z');
    // 02:00 becomes 01:30 at 15:00 UTC, and 02:30 at 15:30 UTC half a year later.
    expect(sendAt('2026-04-04T12:00:00Z', { ...night, timeZone: 'Australia/Lord_Howe' })).toBe('2026-04-04T20:30:00Z');
    expect(sendAt('2026-10-03T12:00:00Z', { ...night, timeZone: 'Australia/Lord_Howe' })).toBe('2026-10-03T20:00:00Z');
  });
  it('end in the first minute that the clock of the user shows outside of them', () => {
    const clocks = ['Europe/Riga', 'Asia/Kathmandu'].map((timeZone) => ({
      timeZone,
      shown: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
    }));
    const nearChange = fc
      .tuple(
        fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-11-20T01:00Z'),
        fc.integer({ min: -2880, max: 1440 }),
      )
      .map(([change, minutes]) => new Date(change).getTime() + minutes * 60_000);
    // No end at an hour that is skipped, where the alerts come as late as without the change.
    const quiet = fc.tuple(fc.nat(1439), fc.oneof(fc.integer({ min: 240, max: 1439 }), fc.nat(179)));
    fc.assert(
      fc.property(fc.constantFrom(...clocks), nearChange, quiet, ({ timeZone, shown }, from, [quietFrom, quietTo]) => {
        const isQuiet = (time: number) => {
          const [hours = 0, minutes = 0] = shown.format(time).split(':').map(Number);
          const minute = hours * 60 + minutes;
          if (quietFrom <= quietTo) return minute >= quietFrom && minute < quietTo;
          return minute >= quietFrom || minute < quietTo;
        };
        let first = from;
        while (isQuiet(first)) first += 60_000;
        const now = new Date(from);
        const timing = { ...instant, quietFrom, quietTo, timeZone };
        expect(nextSendAt({ now, dueAt: now, timing, hour: fresh })).toEqual(new Date(first));
      }),
      { numRuns: 150 },
    );
  });
  it('does not exist when both ends are the same', () => {
    expect(sendAt('2026-11-20T20:00:00Z', { quietFrom: 600, quietTo: 600 })).toBe('2026-11-20T20:00:00Z');
  });
  it('does not exist with one end alone', () => {
    expect(sendAt('2026-11-20T23:00:00Z', { quietTo: 420 })).toBe('2026-11-20T23:00:00Z');
    expect(sendAt('2026-11-20T23:00:00Z', { quietFrom: 60 })).toBe('2026-11-20T23:00:00Z');
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
    expect(sendAt('2026-10-24T12:00:00Z', { deliveryMode: 'daily' })).toBe('2026-10-25T07:00:00Z');
    expect(sendAt('2026-11-20T12:00:00Z', { deliveryMode: 'daily', timeZone: 'Asia/Kolkata' })).toBe(
      '2026-11-21T03:30:00Z',
    );
  });
  it('goes once an hour also in the hour that comes twice, and not in the one that is skipped', () => {
    const hourly = { deliveryMode: 'hourly' } as const;
    expect(sendAt('2026-10-24T23:10:00Z', hourly)).toBe('2026-10-25T00:00:00Z');
    expect(sendAt('2026-10-25T01:10:00Z', hourly)).toBe('2026-10-25T02:00:00Z');
    expect(sendAt('2026-03-29T00:10:00Z', hourly)).toBe('2026-03-29T01:00:00Z');
  });
  it('goes as soon as it can when its time has passed', () => {
    const late = sendAt('2026-11-20T06:59:00Z', { deliveryMode: 'daily' }, fresh, '2026-11-20T09:30:00Z');
    expect(late).toBe('2026-11-20T09:30:00Z');
  });
  it('waits for the end of quiet hours that it falls into', () => {
    const late = { deliveryMode: 'daily', quietFrom: 22 * 60, quietTo: 10 * 60 } as const;
    expect(sendAt('2026-11-20T06:00:00Z', late)).toBe('2026-11-20T08:00:00Z');
    expect(sendAt('2026-11-20T07:30:00Z', late)).toBe('2026-11-20T08:00:00Z');
    const allDay = { deliveryMode: 'daily', quietFrom: 9 * 60, quietTo: 8 * 60 + 30 } as const;
    expect(sendAt('2026-11-20T06:20:00Z', allDay)).toBe('2026-11-20T06:30:00Z');
  });
  it('is not brought forward by quiet hours that end before it', () => {
    const night = { deliveryMode: 'daily', quietFrom: 22 * 60, quietTo: 7 * 60 } as const;
    expect(sendAt('2026-11-21T04:00:00Z', night)).toBe('2026-11-21T07:00:00Z');
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
