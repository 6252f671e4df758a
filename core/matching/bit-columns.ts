import { monthIndex } from '../catalog/inspection-months.ts';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '../catalog/options.ts';

/**
 * Which columns there are. Every tested fact has a group: one column for each of its values or bands of values and one
 * for "the ad does not say". An ad selects one column of each group, a filter has a bit in every column of all groups.
 *
 * The tables of bands may be changed at will: finer ones cost memory and writing, and a bound outside them is slower to
 * test, never wrong. Bounds on the edges below are the cheap ones, so the edges are the round values that people choose.
 */
const PRICE_EDGES = steps([500, 10_000, 500], [11_000, 40_000, 1_000], [45_000, 100_000, 5_000]);
const MILEAGE_EDGES = steps([10_000, 300_000, 10_000], [350_000, 500_000, 50_000]);
const YEAR_EDGES = steps([1988, 2038, 1]);
const DECILITRE_EDGES = steps([7, 41, 1]);
const MONTH_EDGES = steps([monthIndex('01.2026'), monthIndex('12.2030'), 1]);

/** What an unset upper bound counts as; a set one is below. An unset lower bound is -1, a set one is not negative. */
const OPEN_INT = 2 ** 31 - 1;
const OPEN_SHORT = 2 ** 15 - 1;
export const UNSET_MIN = -1;

let taken = 0;

function take(columns: number): number {
  const first = taken;
  taken += columns;
  return first;
}

/** Marks the filters that are compared exactly whatever the ad says, as a bound of theirs lies outside the tables. */
export const ALWAYS = take(1);

/** The group of a fact that filters confine by bounds: bands that end with an edge, and a last one without end. */
export class NumberColumns {
  /** Where the bounds of this fact stand: the lower one here, the upper one behind it. */
  readonly boundsAt: number;
  readonly openMax: number;
  readonly first: number;
  readonly unknown: number;
  readonly lastBand: number;
  readonly #edges: readonly number[];
  readonly #boundaries: number;
  readonly #firstBoundary: number;

  constructor(boundsAt: number, edges: readonly number[], openMax: number, boundaries = 0) {
    this.boundsAt = boundsAt;
    this.openMax = openMax;
    this.#edges = edges;
    this.lastBand = edges.length;
    this.first = take(edges.length + 2);
    this.unknown = this.first + edges.length + 1;
    this.#boundaries = boundaries;
    this.#firstBoundary = take(boundaries);
  }

  /** The band of a value: the first whose edge is not below it. */
  bandOf(value: number): number {
    let low = 0;
    let high = this.#edges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (this.#edges[middle] as number)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether a lower bound in this band leaves out whole numbers of it. */
  cutsBelow(min: number, band: number): boolean {
    return band === 0 || min > (this.#edges[band - 1] as number) + 1;
  }

  /** Whether an upper bound in this band leaves out whole numbers of it. */
  cutsAbove(max: number, band: number): boolean {
    return band === this.lastBand || max < (this.#edges[band] as number);
  }

  /**
   * The column that marks the filters with a bound inside this band. Some bands share one, far from each other: that costs
   * a few comparisons more and saves a sixth of all columns.
   */
  boundaryOf(band: number): number {
    return this.#boundaries === 0 ? ALWAYS : this.#firstBoundary + (band % this.#boundaries);
  }
}

/** The group of a fact that filters confine by a list of keys. */
export class KeyColumns {
  readonly first: number;
  readonly byKey: ReadonlyMap<string, number>;
  /** Also for keys that are no option: only the filters that leave the fact open let them pass, too. */
  readonly unknown: number;

  constructor(keys: readonly string[]) {
    this.first = take(keys.length + 1);
    this.byKey = new Map(keys.map((key, index) => [key, this.first + index]));
    this.unknown = this.first + keys.length;
  }
}

/** Decides whether a row is taken at all, see `bit-rows.ts`. */
export const PRICE = new NumberColumns(0, PRICE_EDGES, OPEN_INT, 16);
export const MILEAGE = new NumberColumns(2, MILEAGE_EDGES, OPEN_INT, 8);
export const YEAR = new NumberColumns(4, YEAR_EDGES, OPEN_SHORT);
/** In decilitres. */
export const VOLUME = new NumberColumns(6, DECILITRE_EDGES, OPEN_SHORT);
/** The month until which the inspection is valid, by `monthIndex`; filters have no upper bound of it. */
export const MONTH = new NumberColumns(8, MONTH_EDGES, OPEN_INT);
/** Two bounds for each of the five. */
export const BOUNDS = 10;

export const AREA = new KeyColumns(AREAS);
export const ENGINE = new KeyColumns(ENGINES);
export const GEAR_BOX = new KeyColumns(GEARBOXES);
export const BODY_TYPE = new KeyColumns(BODY_TYPES);
export const COLOR = new KeyColumns(COLORS);
export const DEAL_TYPE = new KeyColumns(DEAL_TYPES);

export const COLUMNS = taken;

function steps(...ranges: readonly (readonly [from: number, to: number, step: number])[]): number[] {
  return ranges.flatMap(([from, to, step]) =>
    Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step),
  );
}
