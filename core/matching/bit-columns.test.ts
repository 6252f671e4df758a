import { describe, expect, it } from 'vitest';
import { AREAS } from '../catalog/options.ts';
import { ALWAYS, AREA, COLUMNS, MILEAGE, MONTH, PRICE, VOLUME, YEAR } from './bit-columns.ts';

const numbers = [PRICE, MILEAGE, YEAR, VOLUME, MONTH];

describe('bands of numbers', () => {
  it('hold each edge and what lies above the edge before', () => {
    expect([0, 500, 501, 1_000, 10_000, 10_001, 11_000].map((price) => PRICE.bandOf(price))).toEqual([
      0, 0, 1, 1, 19, 20, 20,
    ]);
    expect([40_000, 40_001, 45_000, 100_000, 100_001, Number.POSITIVE_INFINITY].map((n) => PRICE.bandOf(n))).toEqual([
      49, 50, 50, 61, 62, 62,
    ]);
    expect(PRICE.lastBand).toBe(62);
  });

  it('begin and end without limit', () => {
    for (const group of numbers) {
      expect(group.bandOf(Number.NEGATIVE_INFINITY)).toBe(0);
      expect(group.bandOf(Number.POSITIVE_INFINITY)).toBe(group.lastBand);
    }
  });

  it('are cut by a bound unless it takes in all their whole numbers', () => {
    const band = PRICE.bandOf(10_500);
    expect([10_001, 10_002, 11_000].map((min) => PRICE.cutsBelow(min, band))).toEqual([false, true, true]);
    expect([10_001, 10_999, 11_000].map((max) => PRICE.cutsAbove(max, band))).toEqual([true, true, false]);
    expect(YEAR.cutsBelow(2015, YEAR.bandOf(2015)) || YEAR.cutsAbove(2015, YEAR.bandOf(2015))).toBe(false);
    for (const group of numbers) {
      expect(group.cutsBelow(0, 0)).toBe(true);
      expect(group.cutsAbove(group.openMax - 1, group.lastBand)).toBe(true);
    }
  });
});

describe('columns', () => {
  it('are taken by one meaning each', () => {
    const ends = numbers.map((group) => [group.first, group.unknown] as const).sort(([a], [b]) => a - b);
    for (const [index, [first, last]] of ends.entries()) {
      expect(last).toBeLessThan(ends[index + 1]?.[0] ?? COLUMNS);
      expect(first).toBeGreaterThan(ALWAYS);
    }
    expect(PRICE.unknown - PRICE.first).toBe(PRICE.lastBand + 1);
    const boundaries = Array.from({ length: PRICE.lastBand + 1 }, (_, band) => PRICE.boundaryOf(band));
    expect(Math.min(...boundaries)).toBe(PRICE.unknown + 1);
    expect(new Set(boundaries).size).toBe(16);
    expect(YEAR.boundaryOf(3)).toBe(ALWAYS);
  });

  it('are one for each option and one for what the ad does not say', () => {
    const columns = AREAS.map((area) => AREA.byKey.get(area));
    expect(new Set([...columns, AREA.unknown]).size).toBe(AREAS.length + 1);
  });
});
