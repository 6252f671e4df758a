import { expandModels } from '../catalog/brands.ts';
import { monthIndex } from '../catalog/inspection-months.ts';
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '../catalog/options.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from '../contracts/filter-criteria.ts';
import type { FactColumns } from './ad-facts.ts';

/** The facts that are compared as whole numbers, in the units of the columns of `ads`. */
export type NumberColumn = 'price' | 'year' | 'mileage' | 'volume' | 'checkupMonth';

/** Beyond every price and mileage that can be asked; the difference of two such numbers still fits into 32 bits. */
export const LARGEST_NUMBER = 1_000_000_000;
/** A number that the ad does not tell: below every bound. */
export const UNKNOWN_NUMBER = -LARGEST_NUMBER;

interface RangeTest {
  readonly column: NumberColumn;
  /** Whole and inclusive, above `UNKNOWN_NUMBER`. */
  readonly min: number;
  /** Whole and inclusive, at most `LARGEST_NUMBER`. */
  readonly max: number;
}

interface OptionTest {
  readonly column: OptionColumn;
  /** The bits of the keys that will do. */
  readonly mask: number;
}

/** What a filter asks of an ad, in the form in which columns are tested; what it leaves open is no test. */
export interface MarketQuery {
  /** null: all of them. */
  readonly brand: string | null;
  /** Empty: every model of the brand. */
  readonly models: readonly string[];
  readonly ranges: readonly RangeTest[];
  readonly options: readonly OptionTest[];
}

/** The facts that are one key of a closed list, and the bit of each key. */
const BITS = {
  engine: bitsOf(ENGINES),
  bodyType: bitsOf(BODY_TYPES),
  color: bitsOf(COLORS),
  area: bitsOf(AREAS),
  gearBox: bitsOf(GEARBOXES),
  dealType: bitsOf(DEAL_TYPES),
} satisfies Record<
  Exclude<keyof FactColumns, NumberColumn | 'brand' | 'model' | 'seller'>,
  ReadonlyMap<string, number>
>;
export type OptionColumn = keyof typeof BITS;
export const OPTION_COLUMNS = Object.keys(BITS) as readonly OptionColumn[];

/** The bit that stands for a key; 0, which is in no mask, for one that is unknown. */
export function optionBit(column: OptionColumn, key: string | null): number {
  return key === null ? 0 : (BITS[column].get(key) ?? 0);
}

/** The tests that exactly the ads pass that the filter matches; keys of groups among its models are expanded here. */
export function marketQuery(criteria: FilterCriteria): MarketQuery {
  const { carBrand, carModel, checkup } = criteria;
  const hasVolume = !isElectricOnly({ engine: listed(criteria.engine) });
  const tests = {
    ranges: [
      range('price', criteria.priceMin, criteria.priceMax),
      range('year', yearOf(criteria.yearMin), yearOf(criteria.yearMax)),
      range('mileage', criteria.runMin, criteria.runMax),
      hasVolume ? range('volume', decilitres(criteria.volumeMin), decilitres(criteria.volumeMax)) : [],
      range('checkupMonth', checkup === ANY_MONTH ? null : monthIndex(checkup), null),
    ].flat(),
    options: [
      oneOf('engine', criteria.engine),
      oneOf('bodyType', criteria.bodyType),
      oneOf('color', criteria.color),
      oneOf('area', criteria.area),
      oneOf('gearBox', [criteria.gearBox]),
      oneOf('dealType', [criteria.dealType]),
    ].flat(),
  };
  if (carBrand === ALL) return { brand: null, models: [], ...tests };
  return { brand: carBrand, models: listed(expandModels(carBrand, carModel)), ...tests };
}

/** The same without what it asks of some of the numbers. */
export function withoutRanges(query: MarketQuery, columns: readonly NumberColumn[]): MarketQuery {
  return { ...query, ranges: query.ranges.filter(({ column }) => !columns.includes(column)) };
}

function range(column: NumberColumn, min: number | null, max: number | null): RangeTest[] {
  if (min === null && max === null) return [];
  return [{ column, min: Math.ceil(min ?? UNKNOWN_NUMBER + 1), max: Math.floor(max ?? LARGEST_NUMBER) }];
}

function oneOf(column: OptionColumn, keys: readonly string[]): OptionTest[] {
  const asked = listed(keys);
  if (asked.length === 0) return [];
  return [{ column, mask: asked.reduce((mask, key) => mask | optionBit(column, key), 0) }];
}

/** The distinct keys of a list, none where it is open: All among them opens it. */
function listed<K extends string>(keys: readonly (K | typeof ALL)[]): Exclude<K, typeof ALL>[] {
  const isKey = (key: K | typeof ALL): key is Exclude<K, typeof ALL> => key !== ALL;
  return keys.every(isKey) ? [...new Set(keys)] : [];
}

function bitsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  if (keys.length > 32) throw new RangeError('a word has 32 bits, the list more keys');
  return new Map(keys.map((key, index) => [key, 1 << index]));
}

const yearOf = (year: FilterCriteria['yearMin']) => (year === NO_YEAR ? null : year);
const decilitres = (litres: number | null) => (litres === null ? null : Math.round(litres * 10));
