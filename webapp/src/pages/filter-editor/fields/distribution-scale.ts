import { scaleLinear } from 'd3-scale';
import type { Distribution } from '#core/contracts/filter-answers.ts';
import type { NumberKind } from './number-text.ts';

/** Two bounds; null is unset. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** Where the two thumbs stand, as numbers of bar edges: 0 before the first bar, `bars` behind the last one. */
export interface Positions {
  readonly start: number;
  readonly end: number;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly isInside: boolean;
}

export const PLOT_HEIGHT = 54;
/** The width that bars are laid out for; a wider plot stretches them. */
export const PLOT_WIDTH = 326;
const LOWEST_BAR = 3;
const GAP = 3;

/** A year is as wide as its bar, so its bounds include it; other values are points on the axis. */
const widthOf = (kind: NumberKind) => (kind === 'year' ? 1 : 0);

/** Where the bounds stand, to the nearest edge. What is unset, or no number, stands at the end. */
export function positionsOf({ min, max }: Range, { bars }: Distribution, kind: NumberKind): Positions {
  const edgeOf = scaleLinear([bars[0]?.from ?? 0, bars.at(-1)?.to ?? 0], [0, bars.length]).clamp(true);
  const position = (value: number | null, unset: number) =>
    value === null || Number.isNaN(value) ? unset : Math.round(edgeOf(value));
  return {
    // The last bar counts all above it too, so a bound beyond the axis still leaves it inside.
    start: Math.min(position(min, 0), bars.length - 1),
    end: position(max === null ? null : max + widthOf(kind), bars.length),
  };
}

/** The bound that the first thumb means; null at the beginning of the axis. */
export function minAt(position: number, { bars }: Distribution): number | null {
  return position <= 0 ? null : (bars[position]?.from ?? null);
}

/** The bound that the second thumb means; null at the end of the axis. */
export function maxAt(position: number, { bars }: Distribution, kind: NumberKind): number | null {
  const to = bars[position - 1]?.to;
  return position >= bars.length || to === undefined ? null : to - widthOf(kind);
}

/** The bars on a plot of `PLOT_WIDTH` × `PLOT_HEIGHT`. One that counts nothing is not seen. */
export function barsOf({ bars }: Distribution, { start, end }: Positions): Bar[] {
  const x = scaleLinear([0, bars.length], [0, PLOT_WIDTH]);
  const height = scaleLinear([0, Math.max(...bars.map((bar) => bar.count))], [LOWEST_BAR, PLOT_HEIGHT]);
  return bars.map(({ count }, index) => ({
    x: x(index) + GAP / 2,
    width: x(1) - GAP,
    height: count === 0 ? 0 : height(count),
    isInside: index >= start && index < end,
  }));
}

/** The bar that counts most. A distribution has one at least. */
export function peakOf({ bars }: Distribution): Distribution['bars'][number] {
  return bars.reduce((peak, bar) => (bar.count > peak.count ? bar : peak));
}

/** Three digits of a median say "about"; a year is said as it is. */
export function aboutNumber(value: number, kind: NumberKind): number {
  return kind === 'year' ? value : Number(value.toPrecision(3));
}
