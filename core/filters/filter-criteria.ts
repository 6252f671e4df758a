import { expandModels } from '../catalog/brands.ts';
import { monthIndex, monthOfIndex } from '../catalog/inspection-months.ts';
import { ANY_MONTH, type FilterCriteria, NO_YEAR } from '../contracts/filter-criteria.ts';
import type { Filter } from './filter.entity.ts';

/** The columns of a filter that say what it asks of an ad. */
export type CriteriaColumns = Pick<
  Filter,
  | 'brand'
  | 'models'
  | 'priceMin'
  | 'priceMax'
  | 'yearMin'
  | 'yearMax'
  | 'volumeMin'
  | 'volumeMax'
  | 'mileageMin'
  | 'mileageMax'
  | 'engines'
  | 'bodyTypes'
  | 'colors'
  | 'areas'
  | 'gearBox'
  | 'dealType'
  | 'checkupMonth'
>;

const litres = (decilitres: number | null | undefined) => (decilitres == null ? null : decilitres / 10);
const decilitres = (volume: number | null) => (volume === null ? null : Math.round(volume * 10));

/** A stored filter in the wire form. */
export function criteriaOf(row: CriteriaColumns): FilterCriteria {
  return {
    carBrand: row.brand,
    carModel: row.models,
    priceMin: row.priceMin ?? null,
    priceMax: row.priceMax ?? null,
    yearMin: row.yearMin ?? NO_YEAR,
    yearMax: row.yearMax ?? NO_YEAR,
    volumeMin: litres(row.volumeMin),
    volumeMax: litres(row.volumeMax),
    runMin: row.mileageMin ?? null,
    runMax: row.mileageMax ?? null,
    engine: row.engines as FilterCriteria['engine'],
    bodyType: row.bodyTypes as FilterCriteria['bodyType'],
    color: row.colors as FilterCriteria['color'],
    area: row.areas as FilterCriteria['area'],
    gearBox: row.gearBox as FilterCriteria['gearBox'],
    dealType: row.dealType as FilterCriteria['dealType'],
    checkup: row.checkupMonth == null ? ANY_MONTH : monthOfIndex(row.checkupMonth),
  };
}

/** The wire form as the columns that store it. */
export function criteriaColumns(criteria: FilterCriteria): CriteriaColumns {
  return {
    brand: criteria.carBrand,
    models: criteria.carModel,
    priceMin: criteria.priceMin,
    priceMax: criteria.priceMax,
    yearMin: criteria.yearMin === NO_YEAR ? null : criteria.yearMin,
    yearMax: criteria.yearMax === NO_YEAR ? null : criteria.yearMax,
    volumeMin: decilitres(criteria.volumeMin),
    volumeMax: decilitres(criteria.volumeMax),
    mileageMin: criteria.runMin,
    mileageMax: criteria.runMax,
    engines: criteria.engine,
    bodyTypes: criteria.bodyType,
    colors: criteria.color,
    areas: criteria.area,
    gearBox: criteria.gearBox,
    dealType: criteria.dealType,
    checkupMonth: criteria.checkup === ANY_MONTH ? null : monthIndex(criteria.checkup),
  };
}

/** What the matcher sees: group keys replaced by their members. */
export function matchableCriteria(criteria: FilterCriteria): FilterCriteria {
  return { ...criteria, carModel: expandModels(criteria.carBrand, criteria.carModel) };
}
