import { monthIndex } from '../catalog/inspection-months.ts';
import { ANY_MONTH, type FilterCriteria } from '../contracts/filter-criteria.ts';
import {
  AREA,
  BODY_TYPE,
  BOUNDS,
  COLOR,
  COLUMNS,
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
import { isAll } from './matches.ts';

type Bound = number | string | null | undefined;
type Keys = readonly (string | null | undefined)[] | null | undefined;

/**
 * What the rows of a filter hold: its bits and its exact bounds. One object is read into again and again.
 *
 * In the columns of the price stand the filters that a price of that band may satisfy; in all other groups those that the
 * value surely fails, so that the many fields that filters leave open cost no bit.
 */
export class BitFilter {
  /** The columns with a bit, as many as `columnCount` says. */
  readonly columns = new Int32Array(COLUMNS);
  columnCount = 0;
  /** Lower and upper bound of each number, at its `boundsAt`. */
  readonly bounds = new Int32Array(BOUNDS);
  /** In which reading a key's column was wanted last, which saves forgetting it. */
  readonly #lastWanted = new Float64Array(COLUMNS);
  #reading = 0;

  /** False for a filter that bits and whole bounds cannot express; only `matches` can tell what that one wants. */
  read(filter: FilterCriteria): boolean {
    this.columnCount = 0;
    this.#reading++;
    const isAnyMonth = filter.checkup == null || filter.checkup === ANY_MONTH;
    return (
      this.#readRange(PRICE, filter.priceMin, filter.priceMax) &&
      this.#readRange(MILEAGE, filter.runMin, filter.runMax) &&
      this.#readRange(YEAR, filter.yearMin, filter.yearMax) &&
      this.#readVolume(filter) &&
      this.#readRange(MONTH, isAnyMonth ? null : monthIndex(filter.checkup), null) &&
      this.#readKeys(AREA, filter.area) &&
      this.#readKeys(ENGINE, filter.engine) &&
      this.#readKeys(BODY_TYPE, filter.bodyType) &&
      this.#readKeys(COLOR, filter.color) &&
      this.#readKeys(GEAR_BOX, [filter.gearBox]) &&
      this.#readKeys(DEAL_TYPE, [filter.dealType])
    );
  }

  #readVolume({ engine, volumeMin, volumeMax }: FilterCriteria): boolean {
    const isElectricOnly = chosen(engine)?.every((key) => key === 'electric');
    return isElectricOnly
      ? this.#readRange(VOLUME, null, null)
      : this.#readRange(VOLUME, decilitres(volumeMin), decilitres(volumeMax));
  }

  #readRange(group: NumberColumns, lowest: Bound, highest: Bound): boolean {
    if (!isExpressible(lowest, group) || !isExpressible(highest, group)) return false;
    const min = typeof lowest === 'number' ? lowest : UNSET_MIN;
    const max = typeof highest === 'number' ? highest : group.openMax;
    if (min > max) return false;
    this.bounds[group.boundsAt] = min;
    this.bounds[group.boundsAt + 1] = max;
    this.#markRange(group, min, max);
    return true;
  }

  #markRange(group: NumberColumns, min: number, max: number): void {
    const hasMin = min !== UNSET_MIN;
    const hasMax = max !== group.openMax;
    const firstBand = hasMin ? group.bandOf(min) : 0;
    const lastBand = hasMax ? group.bandOf(max) : group.lastBand;
    if (group === PRICE) {
      this.#markBands(group, firstBand, lastBand);
      if (!hasMin && !hasMax) this.#mark(group.unknown);
    } else {
      this.#markBands(group, 0, firstBand - 1);
      this.#markBands(group, lastBand + 1, group.lastBand);
      if (hasMin || hasMax) this.#mark(group.unknown);
    }
    if (hasMin && group.cutsBelow(min, firstBand)) this.#mark(group.boundaryOf(firstBand));
    if (hasMax && group.cutsAbove(max, lastBand)) this.#mark(group.boundaryOf(lastBand));
  }

  #markBands(group: NumberColumns, from: number, to: number): void {
    for (let band = from; band <= to; band++) this.#mark(group.first + band);
  }

  #readKeys(group: KeyColumns, list: Keys): boolean {
    const keys = chosen(list);
    if (keys === null) return true;
    for (const key of keys) {
      const column = group.byKey.get(key);
      if (column === undefined) return false;
      this.#lastWanted[column] = this.#reading;
    }
    for (let column = group.first; column <= group.unknown; column++)
      if (this.#lastWanted[column] !== this.#reading) this.#mark(column);
    return true;
  }

  #mark(column: number): void {
    this.columns[this.columnCount++] = column;
  }
}

function isExpressible(bound: Bound, group: NumberColumns): boolean {
  return typeof bound !== 'number' || (Number.isInteger(bound) && bound >= 0 && bound < group.openMax);
}

function decilitres(litres: Bound): Bound {
  return typeof litres === 'number' ? Math.round(litres * 10) : litres;
}

/** null: anything will do. */
function chosen(list: Keys): readonly string[] | null {
  return list == null || list.length === 0 || list.some(isAll) ? null : (list as readonly string[]);
}
