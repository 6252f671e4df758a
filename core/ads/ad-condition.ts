import { expandModels } from '../catalog/brands.ts';
import { monthIndex } from '../catalog/inspection-months.ts';
import { ALL } from '../catalog/options.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from '../contracts/filter-criteria.ts';

/** A condition on the columns of `ads`, with its values in the order of its question marks. */
export interface AdCondition {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The ads that are on the market: neither gone nor displaced by another car at their address. */
export const ON_MARKET = 'gone_at is null and superseded_at is null';

/**
 * What a filter asks, as a condition that holds for exactly the ads that `matches` accepts; group keys are expanded
 * here. Where a column is null its comparison is null too, and the ad falls out: what is unknown fails.
 */
export function adCondition(criteria: FilterCriteria): AdCondition {
  const { carBrand, carModel, engine, checkup } = criteria;
  const engines = listed(engine);
  const hasVolume = !isElectricOnly({ engine: engines });
  return allOf([
    oneOf('brand', listed([carBrand])),
    carBrand === ALL ? null : oneOf('model', listed(expandModels(carBrand, carModel))),
    bound('price', '>=', criteria.priceMin),
    bound('price', '<=', criteria.priceMax),
    bound('year', '>=', yearOf(criteria.yearMin)),
    bound('year', '<=', yearOf(criteria.yearMax)),
    bound('mileage', '>=', criteria.runMin),
    bound('mileage', '<=', criteria.runMax),
    bound('volume', '>=', hasVolume ? decilitres(criteria.volumeMin) : null),
    bound('volume', '<=', hasVolume ? decilitres(criteria.volumeMax) : null),
    oneOf('engine', engines),
    oneOf('body_type', listed(criteria.bodyType)),
    oneOf('color', listed(criteria.color)),
    oneOf('area', listed(criteria.area)),
    oneOf('gear_box', listed([criteria.gearBox])),
    oneOf('deal_type', listed([criteria.dealType])),
    bound('checkup_month', '>=', checkup === ANY_MONTH ? null : monthIndex(checkup)),
  ]);
}

function allOf(conditions: readonly (AdCondition | null)[]): AdCondition {
  const asked = conditions.filter((condition) => condition !== null);
  return {
    sql: asked.length === 0 ? 'true' : asked.map(({ sql }) => sql).join(' and '),
    params: asked.flatMap(({ params }) => params),
  };
}

function bound(column: string, sign: '>=' | '<=', value: number | null): AdCondition | null {
  return value === null ? null : { sql: `${column} ${sign} ?`, params: [value] };
}

function oneOf(column: string, keys: readonly string[]): AdCondition | null {
  return keys.length === 0 ? null : { sql: `${column} in (?)`, params: [keys] };
}

/** The distinct keys of a list, none where it is open: All among them opens it. */
function listed<K extends string>(keys: readonly (K | typeof ALL)[]): Exclude<K, typeof ALL>[] {
  const isKey = (key: K | typeof ALL): key is Exclude<K, typeof ALL> => key !== ALL;
  return keys.every(isKey) ? [...new Set(keys)] : [];
}

const yearOf = (year: FilterCriteria['yearMin']) => (year === NO_YEAR ? null : year);
const decilitres = (litres: number | null) => (litres === null ? null : Math.round(litres * 10));
