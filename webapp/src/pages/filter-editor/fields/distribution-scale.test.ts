import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Distribution } from '#core/contracts/filter-answers.ts';
import { aboutNumber, barsOf, maxAt, minAt, peakOf, positionsOf } from './distribution-scale.ts';

function distribution(from: number, step: number, counts: readonly number[]): Distribution {
  const bars = counts.map((count, n) => ({ from: from + n * step, to: from + (n + 1) * step, count }));
  return { bars, median: from, total: counts.reduce((sum, count) => sum + count, 0) };
}

const prices = distribution(0, 1000, [1, 4, 10, 6, 0, 2]);
const years = distribution(2020, 1, [3, 5, 8, 2, 1]);
const anyPrices = fc
  .record({
    from: fc.integer({ min: 0, max: 20 }).map((n) => n * 500),
    counts: fc.array(fc.nat(50), { minLength: 2, maxLength: 30 }),
  })
  .map(({ from, counts }) => distribution(from, 500, counts));

describe('positionsOf', () => {
  it('stands at the ends for what is unset or unreadable', () => {
    expect(positionsOf({ min: null, max: null }, prices, 'price')).toEqual({ start: 0, end: 6 });
    expect(positionsOf({ min: Number.NaN, max: Number.NaN }, prices, 'price')).toEqual({ start: 0, end: 6 });
  });

  it('stands at the nearest edge', () => {
    expect(positionsOf({ min: 1900, max: 4100 }, prices, 'price')).toEqual({ start: 2, end: 4 });
  });

  it('takes a year as a whole', () => {
    expect(positionsOf({ min: 2021, max: 2022 }, years, 'year')).toEqual({ start: 1, end: 3 });
    expect(positionsOf({ min: null, max: 2024 }, years, 'year').end).toBe(5);
  });

  it('leaves the last bar inside for a minimum beyond the axis, and none for a maximum before it', () => {
    expect(positionsOf({ min: 90_000, max: null }, prices, 'price')).toEqual({ start: 5, end: 6 });
    expect(positionsOf({ min: null, max: 10 }, distribution(500, 100, [1, 2]), 'price').end).toBe(0);
  });
});

describe('minAt and maxAt', () => {
  it('are unset at the ends', () => {
    expect(minAt(0, prices)).toBeNull();
    expect(maxAt(6, prices, 'price')).toBeNull();
  });

  it('are the edges of the bars, of years those inside', () => {
    expect([minAt(2, prices), maxAt(4, prices, 'price')]).toEqual([2000, 4000]);
    expect([minAt(1, years), maxAt(3, years, 'year')]).toEqual([2021, 2022]);
  });

  it('lead back to the position they stand for', () => {
    fc.assert(
      fc.property(anyPrices, fc.nat(30), fc.nat(30), (each, a, b) => {
        const start = Math.min(a, each.bars.length - 1);
        const end = Math.min(b, each.bars.length - 1) + 1;
        const range = { min: minAt(start, each), max: maxAt(end, each, 'price') };
        expect(positionsOf(range, each, 'price')).toEqual({ start, end });
      }),
    );
  });
});

describe('barsOf', () => {
  it('gives the fullest bar the whole height, the least one three pixels, an empty one none', () => {
    const heights = barsOf(prices, { start: 0, end: 6 }).map((bar) => bar.height);
    expect(Math.max(...heights)).toBe(54);
    expect(heights[4]).toBe(0);
    expect(Math.min(...heights.filter((height) => height > 0))).toBeGreaterThanOrEqual(3);
  });

  it('marks what lies between the thumbs', () => {
    expect(barsOf(prices, { start: 1, end: 3 }).map((bar) => bar.isInside)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(barsOf(prices, { start: 4, end: 2 }).some((bar) => bar.isInside)).toBe(false);
  });
});

it('the peak is the bar that counts most', () => {
  expect(peakOf(prices)).toEqual({ from: 2000, to: 3000, count: 10 });
});

it('a median is said roughly, a year as it is', () => {
  expect([aboutNumber(10_290, 'price'), aboutNumber(2014, 'year')]).toEqual([10_300, 2014]);
});
