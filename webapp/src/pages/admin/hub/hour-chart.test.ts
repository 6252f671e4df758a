import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chartLines, hoursOfDay } from './hour-chart.ts';

/** The hours that began from a moment on. */
function begun(from: string, count: number) {
  const start = Date.parse(from);
  return Array.from({ length: count }, (_, place) => ({
    from: new Date(start + place * 3_600_000).toISOString(),
    sent: place,
  }));
}

it('shows the hours ahead too', () => {
  const hours = hoursOfDay(begun('2026-11-19T22:00:00Z', 14));
  expect(hours).toHaveLength(24);
  expect(hours[13]).toEqual({ from: '13:00', to: '14:00', sent: 13, isRunning: true });
  expect(hours[14]).toEqual({ from: '14:00', to: '15:00', sent: null, isRunning: false });
  expect(hours.at(-1)).toMatchObject({ from: '23:00', to: '00:00' });
});

it('shows an empty day when none has begun', () => {
  expect(hoursOfDay([]).map(({ sent }) => sent)).toEqual(Array(24).fill(null));
});

it.each([
  ['2026-03-28T22:00:00Z', 23],
  ['2026-10-24T21:00:00Z', 25],
])('knows the day of a change of clock from %s', (from, count) => {
  expect(hoursOfDay(begun(from, 6))).toHaveLength(count);
  expect(hoursOfDay(begun(from, count))).toHaveLength(count);
});

it.each([
  [0, [1, 2]],
  [1, [1, 2]],
  [3, [1, 2, 3]],
  [268, [100, 200, 300]],
  [31, [20, 40]],
])('draws lines for a highest bar of %i', (highest, lines) => {
  expect(chartLines(highest)).toEqual(lines);
});

it('draws two or three lines of whole numbers, none far above the highest bar', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (highest) => {
      const lines = chartLines(highest);
      const top = lines.at(-1) ?? 0;
      expect([2, 3]).toContain(lines.length);
      expect(lines.every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(top).toBeLessThanOrEqual(Math.max(3, highest * 2.5));
    }),
  );
});
