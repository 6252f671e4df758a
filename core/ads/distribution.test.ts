import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceDistribution, yearDistribution } from './distribution.ts';

const once = (values: readonly number[]) => values.map((value) => ({ value, count: 1 }));
const upTo = (count: number, valueAt: (n: number) => number) =>
  once(Array.from({ length: count }, (_, n) => valueAt(n)));
const LATEST = 2027;

describe('prices', () => {
  it('have no shape below 20 ads', () => {
    expect(priceDistribution(upTo(19, (n) => n * 100))).toBeNull();
    expect(priceDistribution([{ value: 500, count: 20 }])).not.toBeNull();
  });

  it('stand in bars of a round width from a round minimum', () => {
    const prices = priceDistribution(upTo(100, (n) => 1_130 + n * 100));
    expect(prices?.bars.length).toBe(20);
    expect(prices?.bars[0]).toEqual({ from: 1_000, to: 1_500, count: 4 });
    expect(prices?.median).toBe(6_030);
    expect(prices?.total).toBe(100);
  });

  it('beyond the 98th percentile count in the last bar', () => {
    const prices = priceDistribution([...upTo(98, (n) => n * 100), { value: 900_000, count: 2 }]);
    expect(prices?.bars.at(-1)).toEqual({ from: 9_500, to: 10_000, count: 5 });
  });

  it('that are all the same make one bar', () => {
    expect(priceDistribution([{ value: 7_020, count: 40 }])).toEqual({
      bars: [{ from: 7_000, to: 7_050, count: 40 }],
      median: 7_020,
      total: 40,
    });
  });

  it('are counted once each, in bars that leave no gap', () => {
    const count = fc.record({ value: fc.nat(2_147_483_647), count: fc.integer({ min: 1, max: 30 }) });
    const counts = fc.uniqueArray(count, { minLength: 20, maxLength: 80, selector: ({ value }) => value });
    fc.assert(
      fc.property(counts, (given) => {
        const prices = priceDistribution(given);
        const bars = prices?.bars ?? [];
        expect(bars.length).toBeGreaterThan(0);
        expect(bars.length).toBeLessThanOrEqual(30);
        expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(prices?.total);
        for (const [n, bar] of bars.entries()) if (n > 0) expect(bar.from).toBe(bars[n - 1]?.to);
        expect(bars[0]?.from).toBeLessThanOrEqual(Math.min(...given.map(({ value }) => value)));
      }),
    );
  });
});

describe('years', () => {
  it('have a bar each up to the newest car, also where there is no ad', () => {
    const years = yearDistribution([...upTo(10, (n) => 2000 + n), { value: 2012, count: 11 }], LATEST);
    expect(years?.bars.map(({ from }) => from)).toEqual([
      2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012,
    ]);
    expect(years?.bars.at(-1)).toEqual({ from: 2012, to: 2013, count: 11 });
    expect(years?.bars.at(-2)?.count).toBe(0);
    expect(years).toMatchObject({ median: 2012, total: 21 });
  });

  it('leave out the oldest hundredth', () => {
    const years = yearDistribution(
      [
        { value: 1965, count: 1 },
        { value: 2000, count: 99 },
        { value: 2010, count: 50 },
      ],
      LATEST,
    );
    expect(years?.bars[0]).toEqual({ from: 2000, to: 2001, count: 99 });
  });

  it('are the latest 30 at most', () => {
    const years = yearDistribution(
      upTo(60, (n) => 1966 + n),
      LATEST,
    );
    expect(years?.bars).toHaveLength(30);
    expect(years?.bars.at(-1)).toEqual({ from: 2025, to: 2026, count: 1 });
    expect(years?.total).toBe(60);
  });

  it('that no car can be of yet count in the last bar', () => {
    const years = yearDistribution(
      [
        { value: 2026, count: 30 },
        { value: 9998, count: 1 },
      ],
      LATEST,
    );
    expect(years?.bars.at(-1)).toEqual({ from: 2027, to: 2028, count: 1 });
  });
});
