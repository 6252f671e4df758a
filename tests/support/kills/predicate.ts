import { groupsOf } from '#core/catalog/brands.ts';
import type { AdRow, FilterRow } from './history.ts';

const ELECTRIC = 'electric';

/** Whether an ad is what a filter asks for, said once more from the rules and on the rows of the database. */
export function suits(filter: FilterRow, ad: AdRow): boolean {
  return (
    suitsCar(filter, ad) &&
    isWithin(ad.price, filter.price_min, filter.price_max) &&
    isWithin(ad.year, filter.year_min, filter.year_max) &&
    isWithin(ad.mileage, filter.mileage_min, filter.mileage_max) &&
    isWithin(ad.checkup_month, filter.checkup_month, null) &&
    (isElectricOnly(filter) || isWithin(ad.volume, filter.volume_min, filter.volume_max)) &&
    isOneOf(ad.engine, filter.engines) &&
    isOneOf(ad.body_type, filter.body_types) &&
    isOneOf(ad.color, filter.colors) &&
    isOneOf(ad.area, filter.areas) &&
    isOneOf(ad.gear_box, [filter.gear_box]) &&
    isOneOf(ad.deal_type, [filter.deal_type])
  );
}

/** All brands ask nothing of the model; else a filter names the model itself or a group that it belongs to. */
function suitsCar(filter: FilterRow, { brand, model }: AdRow): boolean {
  if (filter.brand === '0') return true;
  if (brand === null || brand !== filter.brand) return false;
  if (isOneOf(model, filter.models)) return true;
  return groupsOf(brand).some(
    ({ key, members }) => model !== null && members.includes(model) && filter.models.includes(key),
  );
}

function isElectricOnly({ engines }: FilterRow): boolean {
  return engines.length > 0 && engines.every((engine) => engine === ELECTRIC);
}

/** What is not known is in no list, but where nothing is listed it need not be. */
function isOneOf(value: string | null, wanted: readonly string[]): boolean {
  if (wanted.length === 0 || wanted.includes('0')) return true;
  return value !== null && wanted.includes(value);
}

function isWithin(value: number | null, min: number | null, max: number | null): boolean {
  if (min === null && max === null) return true;
  return value !== null && (min === null || value >= min) && (max === null || value <= max);
}
