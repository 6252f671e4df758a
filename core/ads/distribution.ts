import type { Distribution } from '../contracts/filter-answers.ts';

/** How many ads state a value. */
export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

const MAX_BARS = 30;
/** Fewer ads than this have no shape. */
const LEAST_ADS = 20;
/** Prices above it stand alone and far apart; the last bar counts them. */
const TOP_SHARE = 0.98;
/** Very old cars stand alone too; they are left out. */
const OLD_SHARE = 0.01;
const SMALLEST_PRICE_STEP = 50;

/**
 * Prices in bars of a round width that begin with the cheapest ad. The last bar counts the dearest ads too, however
 * dear they are.
 */
export function priceDistribution(counts: readonly ValueCount[]): Distribution | null {
  return distributionOf(counts, (sorted, total) => {
    const lowest = sorted[0]?.value ?? 0;
    const top = quantile(sorted, total, TOP_SHARE);
    const step = roundSteps().find((width) => barCount(lowest, top, width) <= MAX_BARS) ?? top;
    return { from: floorTo(lowest, step), step, count: barCount(lowest, top, step) };
  });
}

/**
 * One bar a year up to the newest car, of the latest 30 years at most.
 * @param latest the last year that a car can be of; what claims to be newer counts there.
 */
export function yearDistribution(counts: readonly ValueCount[], latest: number): Distribution | null {
  return distributionOf(counts, (sorted, total) => {
    const newest = Math.min(sorted.at(-1)?.value ?? latest, latest);
    const oldest = Math.min(quantile(sorted, total, OLD_SHARE), newest);
    const count = Math.min(newest - oldest + 1, MAX_BARS);
    return { from: newest - count + 1, step: 1, count };
  });
}

/** So many bars of one width, the first one beginning at `from`. */
interface Scale {
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

function distributionOf(
  counts: readonly ValueCount[],
  scaleOf: (sorted: readonly ValueCount[], total: number) => Scale,
): Distribution | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < LEAST_ADS) return null;
  const sorted = [...counts].sort((a, b) => a.value - b.value);
  return { bars: barsOf(sorted, scaleOf(sorted, total)), median: quantile(sorted, total, 0.5), total };
}

function barsOf(counts: readonly ValueCount[], { from, step, count: length }: Scale): Distribution['bars'] {
  const bars = Array.from({ length }, (_, n) => ({ from: from + n * step, to: from + (n + 1) * step, count: 0 }));
  for (const { value, count } of counts) {
    const bar = bars[Math.min(Math.floor((value - from) / step), length - 1)];
    if (bar) bar.count += count;
  }
  return bars;
}

/** The smallest value that at least this share of the ads does not exceed: always one that an ad states. */
function quantile(sorted: readonly ValueCount[], total: number, share: number): number {
  let counted = 0;
  for (const { value, count } of sorted) {
    counted += count;
    if (counted >= total * share) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}

/** 50, 100, 250, 500, 1000, 2500, … */
function roundSteps(): number[] {
  const powers = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
  return [SMALLEST_PRICE_STEP, ...powers.flatMap((power) => [power, 2.5 * power, 5 * power])];
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

/** Bars of the width between the one that holds `lowest` and the one that holds `top`, both included. */
function barCount(lowest: number, top: number, step: number): number {
  return Math.floor(top / step) - Math.floor(lowest / step) + 1;
}
