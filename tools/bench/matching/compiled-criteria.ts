import { monthIndex } from '#core/catalog/inspection-months.ts';
import { ALL } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from '#core/contracts/filter-criteria.ts';

/** What the opponents compare: whole numbers, litres in tenths, months counted. `null` and `[]` ask nothing. */
export interface CompiledCriteria {
  readonly brand: string | null;
  readonly models: readonly string[];
  readonly bounds: Readonly<Record<NumberField, readonly [min: number | null, max: number | null]>>;
  readonly lists: Readonly<Record<ListField, readonly string[]>>;
}

type NumberField = 'price' | 'year' | 'mileage' | 'volume' | 'checkup';
export type ListField = 'engine' | 'bodyType' | 'color' | 'area' | 'gearBox' | 'dealType';

/** An ad in the same numbers; `null`: it does not say. */
export type CompiledAd = Readonly<
  Record<NumberField, number | null> & Record<ListField | 'brand' | 'model', string | null>
>;

export const NUMBER_FIELDS = ['price', 'year', 'mileage', 'volume', 'checkup'] as const satisfies NumberField[];
export const LIST_FIELDS = [
  'engine',
  'bodyType',
  'color',
  'area',
  'gearBox',
  'dealType',
] as const satisfies ListField[];

export function compileCriteria(criteria: FilterCriteria): CompiledCriteria {
  const anyBrand = criteria.carBrand === ALL;
  const anyModel = anyBrand || criteria.carModel.includes(ALL);
  const volume = isElectricOnly(criteria) ? [null, null] : [criteria.volumeMin, criteria.volumeMax];
  return {
    brand: anyBrand ? null : criteria.carBrand,
    models: anyModel ? [] : [...new Set(criteria.carModel)],
    bounds: {
      price: [criteria.priceMin, criteria.priceMax],
      year: [yearOf(criteria.yearMin), yearOf(criteria.yearMax)],
      mileage: [criteria.runMin, criteria.runMax],
      volume: [tenths(volume[0]), tenths(volume[1])],
      checkup: [criteria.checkup === ANY_MONTH ? null : monthIndex(criteria.checkup), null],
    },
    lists: {
      engine: criteria.engine,
      bodyType: criteria.bodyType,
      color: criteria.color,
      area: criteria.area,
      gearBox: criteria.gearBox === ALL ? [] : [criteria.gearBox],
      dealType: criteria.dealType === ALL ? [] : [criteria.dealType],
    },
  };
}

export function compileAd(ad: AdFacts): CompiledAd {
  return {
    ...ad,
    volume: tenths(ad.volume),
    checkup: ad.checkup === null ? null : monthIndex(ad.checkup),
  };
}

const yearOf = (year: number | typeof NO_YEAR) => (year === NO_YEAR ? null : year);
const tenths = (litres: number | null | undefined) => (litres == null ? null : Math.round(litres * 10));
