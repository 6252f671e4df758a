import { monthIndex } from '../catalog/inspection-months.ts';
import { ALL } from '../catalog/options.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { ANY_MONTH, type FilterCriteria } from '../contracts/filter-criteria.ts';

type Key = string | null | undefined;
/** A bound in the wire form; everything but a number is an unset one. */
type Bound = number | string | null | undefined;

interface Rule {
  readonly field: keyof AdFacts;
  /** What the filter asks of the field, or null when it leaves it wholly open. */
  readonly wanted: (filter: FilterCriteria) => string | null;
  readonly holds: (filter: FilterCriteria, ad: AdFacts) => boolean;
}

/** One line of an explanation: what the filter wants of a fact, what the ad says, and whether that is enough. */
export type FieldCheck = {
  readonly field: keyof AdFacts;
  /** null: anything will do. */
  readonly wanted: string | null;
  /** null: the ad does not say. */
  readonly found: string | null;
  readonly ok: boolean;
};

/** Each rule knows one fact; a filter matches when all of them hold. The ones that fail most often stand first. */
const RULES: readonly Rule[] = [
  {
    field: 'brand',
    wanted: (filter) => (isAll(filter.carBrand) ? null : filter.carBrand),
    holds: (filter, ad) => isAll(filter.carBrand) || ad.brand === filter.carBrand,
  },
  listRule('model', wantedModels),
  boundsRule(
    'price',
    (filter) => filter.priceMin,
    (filter) => filter.priceMax,
  ),
  boundsRule(
    'year',
    (filter) => filter.yearMin,
    (filter) => filter.yearMax,
  ),
  boundsRule(
    'mileage',
    (filter) => filter.runMin,
    (filter) => filter.runMax,
  ),
  boundsRule(
    'volume',
    (filter) => (isElectricOnly(filter) ? null : filter.volumeMin),
    (filter) => (isElectricOnly(filter) ? null : filter.volumeMax),
    decilitres,
  ),
  listRule('engine', (filter) => filter.engine),
  listRule('bodyType', (filter) => filter.bodyType),
  listRule('color', (filter) => filter.color),
  listRule('area', (filter) => filter.area),
  listRule('gearBox', (filter) => [filter.gearBox]),
  listRule('dealType', (filter) => [filter.dealType]),
  {
    field: 'checkup',
    wanted: (filter) => (isAnyMonth(filter.checkup) ? null : `≥ ${filter.checkup}`),
    holds: (filter, ad) =>
      isAnyMonth(filter.checkup) || (ad.checkup != null && monthIndex(ad.checkup) >= monthIndex(filter.checkup)),
  },
];

/**
 * Whether an ad is what a filter asks for: THE definition of a match, which every index must reproduce exactly. Group
 * keys are expanded already; any string is a legal brand or model key. A fact the ad lacks fails every bound and list
 * on it.
 */
export function matches(filter: FilterCriteria, ad: AdFacts): boolean {
  for (const rule of RULES) if (!rule.holds(filter, ad)) return false;
  return true;
}

/** The same rules one by one: the filter matches exactly when every check is `ok`. */
export function explainMatch(filter: FilterCriteria, ad: AdFacts): FieldCheck[] {
  return RULES.map((rule) => ({
    field: rule.field,
    wanted: rule.wanted(filter),
    found: ad[rule.field] == null ? null : String(ad[rule.field]),
    ok: rule.holds(filter, ad),
  }));
}

/** The models a filter is confined to; none: every model of its brand, or of all brands. */
export function wantedModels(filter: FilterCriteria): readonly string[] {
  return isAll(filter.carBrand) || isOpen(filter.carModel) ? [] : filter.carModel;
}

export function isAll(key: Key): boolean {
  return key == null || key === ALL;
}

function isAnyMonth(month: Key): boolean {
  return month == null || month === ANY_MONTH;
}

function isOpen(list: readonly Key[] | null): boolean {
  return list == null || list.length === 0 || list.some(isAll);
}

/** An electric car has no displacement: the editor hides the volume, so what it still holds must not count. */
function isElectricOnly(filter: FilterCriteria): boolean {
  return !isOpen(filter.engine) && filter.engine.every((engine) => engine === 'electric');
}

/** Volumes are compared as whole tenths of a litre, which 0.1 + 0.2 cannot blur. */
function decilitres(litres: number): number {
  return Math.round(litres * 10);
}

function listRule(
  field: 'model' | 'engine' | 'bodyType' | 'color' | 'area' | 'gearBox' | 'dealType',
  listOf: (filter: FilterCriteria) => readonly string[],
): Rule {
  return {
    field,
    wanted: (filter) => (isOpen(listOf(filter)) ? null : listOf(filter).join(', ')),
    holds: (filter, ad) => {
      const list = listOf(filter);
      if (isOpen(list)) return true;
      const found = ad[field];
      return found != null && list.includes(found);
    },
  };
}

function boundsRule(
  field: 'price' | 'year' | 'mileage' | 'volume',
  minOf: (filter: FilterCriteria) => Bound,
  maxOf: (filter: FilterCriteria) => Bound,
  scaled: (value: number) => number = (value) => value,
): Rule {
  return {
    field,
    wanted: (filter) => rangeText(minOf(filter), maxOf(filter)),
    holds: (filter, ad) => {
      const min = minOf(filter);
      const max = maxOf(filter);
      if (typeof min !== 'number' && typeof max !== 'number') return true;
      const found = ad[field];
      if (found == null) return false;
      const value = scaled(found);
      return (typeof min !== 'number' || value >= scaled(min)) && (typeof max !== 'number' || value <= scaled(max));
    },
  };
}

function rangeText(min: Bound, max: Bound): string | null {
  if (typeof min === 'number') return typeof max === 'number' ? `${min}–${max}` : `≥ ${min}`;
  return typeof max === 'number' ? `≤ ${max}` : null;
}
