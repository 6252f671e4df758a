import { monthIndex } from '../catalog/inspection-months.ts';
import type { AdFacts } from '../contracts/ad.ts';
import {
  ALWAYS,
  AREA,
  BODY_TYPE,
  BOUNDS,
  COLOR,
  DEAL_TYPE,
  ENGINE,
  GEAR_BOX,
  type KeyColumns,
  MILEAGE,
  MONTH,
  type NumberColumns,
  PRICE,
  UNSET_MIN,
  VOLUME,
  YEAR,
} from './bit-columns.ts';

/**
 * What an ad asks of the rows: one column of each group and, for the exact comparison, two test values of each number.
 * One object is read into again and again.
 */
export class BitAd {
  price = 0;
  mileage = 0;
  year = 0;
  volume = 0;
  month = 0;
  area = 0;
  engine = 0;
  gearBox = 0;
  bodyType = 0;
  color = 0;
  dealType = 0;
  /** Marks the filters whose price bound lies inside the band of the ad's price. */
  priceBoundary = 0;
  mileageBoundary = 0;
  /** All bits set when every candidate is to be compared exactly, as a number of the ad is not whole; else none. */
  doubt = 0;
  /** What must not be below the lower bound, at `boundsAt`, and what must not be above the upper one, behind it. */
  readonly tests = new Int32Array(BOUNDS);

  read(ad: AdFacts): void {
    this.doubt = 0;
    this.price = this.#readNumber(PRICE, ad.price);
    this.mileage = this.#readNumber(MILEAGE, ad.mileage);
    this.year = this.#readNumber(YEAR, ad.year);
    this.volume = this.#readNumber(VOLUME, ad.volume == null ? null : Math.round(ad.volume * 10));
    this.month = this.#readNumber(MONTH, ad.checkup == null ? null : monthIndex(ad.checkup));
    this.area = columnOf(AREA, ad.area);
    this.engine = columnOf(ENGINE, ad.engine);
    this.gearBox = columnOf(GEAR_BOX, ad.gearBox);
    this.bodyType = columnOf(BODY_TYPE, ad.bodyType);
    this.color = columnOf(COLOR, ad.color);
    this.dealType = columnOf(DEAL_TYPE, ad.dealType);
    this.priceBoundary = boundaryOf(PRICE, this.price);
    this.mileageBoundary = boundaryOf(MILEAGE, this.mileage);
  }

  /**
   * An unknown number is tested as the two unset bounds: it passes those and no set one. NaN is like it, as nothing
   * compares to it. Of a number between two whole ones the nearer whole one decides on each side.
   */
  #readNumber(group: NumberColumns, value: number | null | undefined): number {
    const { boundsAt, openMax } = group;
    if (value == null || Number.isNaN(value)) {
      this.tests[boundsAt] = UNSET_MIN;
      this.tests[boundsAt + 1] = openMax;
      return group.unknown;
    }
    if (!Number.isInteger(value)) this.doubt = -1;
    this.tests[boundsAt] = Math.max(UNSET_MIN, Math.min(Math.floor(value), openMax));
    this.tests[boundsAt + 1] = Math.max(UNSET_MIN, Math.min(Math.ceil(value), openMax));
    return group.first + group.bandOf(value);
  }
}

/** No bound lies in an unknown value. */
function boundaryOf(group: NumberColumns, column: number): number {
  return column === group.unknown ? ALWAYS : group.boundaryOf(column - group.first);
}

function columnOf(group: KeyColumns, key: string | null | undefined): number {
  return (key == null ? undefined : group.byKey.get(key)) ?? group.unknown;
}
