import { monthIndex } from '../catalog/inspection-months.ts';
import { ALL } from '../catalog/options.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { ANY_MONTH, type FilterCriteria } from '../contracts/filter-criteria.ts';

type Key = string | null | undefined;
/** A bound in the wire form; everything but a number is an unset one. */
type Bound = number | string | null | undefined;

/** A fact that a filter may ask for. */
export type MatchField = Exclude<keyof AdFacts, 'seller'>;

/** What a filter asks of a fact, in its own units; see `FilterCriteria`. */
export type Wanted =
  | { readonly kind: 'oneOf'; readonly keys: readonly string[] }
  /** One of the bounds may be missing. */
  | { readonly kind: 'between'; readonly min: number | null; readonly max: number | null }
  /** An inspection that holds at least until then. */
  | { readonly kind: 'until'; readonly month: string };

interface Rule {
  readonly field: MatchField;
  /** null: the filter asks nothing. */
  readonly wanted: (filter: FilterCriteria) => Wanted | null;
  /** It asks something that does not count for such a car. */
  readonly ignores?: (filter: FilterCriteria) => boolean;
  readonly holds: (filter: FilterCriteria, ad: AdFacts) => boolean;
}

/** What a filter wants of a fact, what the ad says, and whether that is enough. */
export interface FieldCheck {
  readonly field: MatchField;
  /** null: nothing is asked. */
  readonly wanted: Wanted | null;
  /** null: the ad does not say. */
  readonly found: string | number | null;
  /** Anything will do, also nothing: either nothing is asked, or what is asked does not count. */
  readonly open: boolean;
  readonly ok: boolean;
}

/** Each rule knows one fact; a filter matches when all of them hold. The ones that fail most often stand first. */
const RULES: readonly Rule[] = [
  {
    field: 'brand',
    wanted: (filter) => (isAll(filter.carBrand) ? null : { kind: 'oneOf', keys: [filter.carBrand] }),
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
  volumeRule(),
  listRule('engine', (filter) => filter.engine),
  listRule('bodyType', (filter) => filter.bodyType),
  listRule('color', (filter) => filter.color),
  listRule('area', (filter) => filter.area),
  listRule('gearBox', (filter) => [filter.gearBox]),
  listRule('dealType', (filter) => [filter.dealType]),
  {
    field: 'checkup',
    wanted: (filter) => (isAnyMonth(filter.checkup) ? null : { kind: 'until', month: filter.checkup }),
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

/**
 * The same rules one by one: the filter matches exactly when every check is `ok`.
 * @param asked the filter as its user chose it, with its group keys: what the checks tell as `wanted`.
 */
export function explainMatch(filter: FilterCriteria, ad: AdFacts, asked: FilterCriteria = filter): FieldCheck[] {
  return RULES.map(({ field, wanted, ignores, holds }) => {
    const asks = wanted(asked);
    return {
      field,
      wanted: asks,
      found: ad[field] ?? null,
      open: asks === null || (ignores?.(asked) ?? false),
      ok: holds(filter, ad),
    };
  });
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
    wanted: (filter) => (isOpen(listOf(filter)) ? null : { kind: 'oneOf', keys: listOf(filter) }),
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
    wanted: (filter) => wantedRange(minOf(filter), maxOf(filter)),
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

function wantedRange(min: Bound, max: Bound): Wanted | null {
  if (typeof min !== 'number' && typeof max !== 'number') return null;
  return { kind: 'between', min: typeof min === 'number' ? min : null, max: typeof max === 'number' ? max : null };
}

/** The rule of the volume knows when it does not count. */
function volumeRule(): Rule {
  const rule = boundsRule(
    'volume',
    (filter) => filter.volumeMin,
    (filter) => filter.volumeMax,
    decilitres,
  );
  return { ...rule, ignores: isElectricOnly, holds: (filter, ad) => isElectricOnly(filter) || rule.holds(filter, ad) };
}
