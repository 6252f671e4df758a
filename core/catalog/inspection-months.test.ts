import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectionMonths, monthIndex, monthOfIndex } from './inspection-months.ts';

describe('inspectionMonths', () => {
  it('are 26, from the current one to two years and one month ahead', () => {
    const months = inspectionMonths(new Date('2026-11-21T12:00:00Z'));
    expect(months).toHaveLength(26);
    expect(months.slice(0, 3)).toEqual(['11.2026', '12.2026', '01.2027']);
    expect(months.at(-1)).toBe('12.2028');
  });

  it('begin a month at midnight in Riga, in winter and in summer time', () => {
    const first = (time: string) => inspectionMonths(new Date(time))[0];
    expect(first('2026-12-31T23:59:59+02:00')).toBe('12.2026');
    expect(first('2027-01-01T00:00:00+02:00')).toBe('01.2027');
    expect(first('2026-12-31T23:59:59Z')).toBe('01.2027');
    expect(first('2026-06-30T20:59:59Z')).toBe('06.2026');
    expect(first('2026-06-30T21:00:00Z')).toBe('07.2026');
  });

  it('follow one another', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (now) => {
        const indexes = inspectionMonths(now).map(monthIndex);
        expect(indexes).toEqual(indexes.map((_, ahead) => (indexes[0] ?? 0) + ahead));
      }),
    );
  });
});

describe('monthIndex', () => {
  it('counts months and is undone by monthOfIndex', () => {
    expect(monthIndex('01.2027')).toBe(2027 * 12);
    fc.assert(
      fc.property(fc.integer({ min: 1900 * 12, max: 2100 * 12 }), (index) => {
        expect(monthIndex(monthOfIndex(index))).toBe(index);
      }),
    );
  });
});
