import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hoursOfToday } from './riga-hours.ts';

const HOUR_MS = 3_600_000;

it.each([
  ['2026-11-20T12:34:56.789Z', '2026-11-19T22:00:00.000Z', 15],
  ['2026-07-01T12:00:00Z', '2026-06-30T21:00:00.000Z', 16],
  ['2026-11-19T21:59:59.999Z', '2026-11-18T22:00:00.000Z', 24],
  ['2026-11-19T22:00:00Z', '2026-11-19T22:00:00.000Z', 1],
  // The clocks go forward at 01:00 UTC: a day of 23 hours.
  ['2026-03-29T00:59:59Z', '2026-03-28T22:00:00.000Z', 3],
  ['2026-03-29T01:00:00Z', '2026-03-28T22:00:00.000Z', 4],
  ['2026-03-29T20:59:59Z', '2026-03-28T22:00:00.000Z', 23],
  ['2026-03-29T21:00:00Z', '2026-03-29T21:00:00.000Z', 1],
  // They go back at 01:00 UTC: a day of 25 hours.
  ['2026-10-25T00:59:59Z', '2026-10-24T21:00:00.000Z', 4],
  ['2026-10-25T01:00:00Z', '2026-10-24T21:00:00.000Z', 5],
  ['2026-10-25T21:59:59Z', '2026-10-24T21:00:00.000Z', 25],
  ['2026-10-25T22:00:00Z', '2026-10-25T22:00:00.000Z', 1],
])('at %s it is since %s the hour no. %i', (now, midnight, count) => {
  const hours = hoursOfToday(new Date(now));
  expect(hours[0].toISOString()).toBe(midnight);
  expect(hours).toHaveLength(count);
});

it('begins at midnight on every day, and each hour follows the one before', () => {
  const clock = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Riga', timeStyle: 'medium', hourCycle: 'h23' });
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (now) => {
      const hours = hoursOfToday(now);
      expect(clock.format(hours[0])).toBe('00:00:00');
      expect(hours.map((hour) => hour.getTime())).toEqual(
        hours.map((_, index) => hours[0].getTime() + index * HOUR_MS),
      );
      const sinceLast = now.getTime() - (hours.at(-1) as Date).getTime();
      expect(sinceLast >= 0 && sinceLast < HOUR_MS).toBe(true);
    }),
  );
});
