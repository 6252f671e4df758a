import type { EntityManager } from '@mikro-orm/postgresql';
import { expandModels } from '#core/catalog/brands.ts';
import { monthIndex } from '#core/catalog/inspection-months.ts';
import { ALL } from '#core/catalog/options.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from '#core/contracts/filter-criteria.ts';

const DAY_MS = 86_400_000;

/** SQL with its values in the order of its question marks. */
interface Statement {
  readonly sql: string;
  readonly params: unknown[];
}

/** On the columns of `ads`. */
type Condition = Statement;

/** What the product's search answers for a filter, as the database answers it. */
export interface SqlFound {
  readonly matching: number;
  readonly perWeek: number | null;
  /** The ids of the newest ten. */
  readonly newest: readonly number[];
}

interface SqlValueCount {
  readonly fact: 'price' | 'year';
  readonly value: number;
  readonly count: number;
}

const FACTS = 'year, volume, mileage, engine, body_type, color, area, gear_box, deal_type, checkup_month';
const ON_MARKET = 'gone_at is null and superseded_at is null';

/** What these statements want: after a vacuum an index alone can answer each part of them. */
export const COVERING_INDEXES = [
  `create index on ads (brand, model, price) include (id, ${FACTS}, posted_at, first_seen_at, renewed_at) where ${ON_MARKET}`,
  `create index on ads (price) include (id, brand, model, ${FACTS}, posted_at, first_seen_at, renewed_at) where ${ON_MARKET}`,
  `create index on ads (brand, model, posted_at) include (price, ${FACTS})`,
  `create index on ads (posted_at) include (brand, model, price, ${FACTS})`,
  `create index on ads (first_seen_at) include (id, brand, model, price, ${FACTS}) where posted_at is null`,
  `create index on ads (brand, model, first_seen_at) include (id, price, ${FACTS}) where posted_at is null`,
];

/** The one statement of a search. Its text is the filter's own, so there is none that could be prepared for all. */
export function searchStatement(criteria: FilterCriteria, now: Date): Statement {
  const { sql, params } = conditionOf(criteria);
  const since = daysBefore(now, 28);
  return {
    sql: `with market as materialized (
      select id, coalesce(posted_at, first_seen_at) as known_at from ads
      where ${ON_MARKET} and greatest(coalesce(posted_at, first_seen_at), renewed_at) >= ? and ${sql}
    )
    select (select count(*)::int from market) as matching,
      (select count(*)::int from ads where posted_at >= ? and ${sql})
      + (select count(*)::int from ads where posted_at is null and first_seen_at >= ? and ${sql}
        and exists (select from ad_events where ad_id = ads.id and kind = 'new')) as posted,
      array(select id from market order by known_at desc, id desc limit 10) as newest,
      (select min(first_seen_at) from ads) as oldest`,
    params: [daysBefore(now, 60), ...params, since, ...params, since, ...params],
  };
}

/** How many ads a filter finds, how many come a week and which are the newest: the search once more, without memory. */
export async function searchInSql(em: EntityManager, criteria: FilterCriteria, now: Date): Promise<SqlFound> {
  const { sql, params } = searchStatement(criteria, now);
  const [row] = await em.execute<[{ matching: number; posted: number; newest: string[]; oldest: string | null }]>(
    sql,
    params,
  );
  const { matching, posted, newest, oldest } = row;
  const isYoung = oldest === null || new Date(oldest) > daysBefore(now, 7);
  const rate = posted / 4;
  return {
    matching,
    perWeek: isYoung ? null : Number(rate.toFixed(rate < 10 ? 1 : 0)),
    newest: newest.map(Number),
  };
}

/** How often each price and year occurs among the ads that a filter finds without its ranges of these two. */
export function countValuesInSql(em: EntityManager, criteria: FilterCriteria, now: Date): Promise<SqlValueCount[]> {
  const open = { priceMin: null, priceMax: null, yearMin: NO_YEAR, yearMax: NO_YEAR } as const;
  const { sql, params } = conditionOf({ ...criteria, ...open });
  return em.execute<SqlValueCount[]>(
    `with found as materialized (
      select price, year from ads
      where ${ON_MARKET} and greatest(coalesce(posted_at, first_seen_at), renewed_at) >= ? and ${sql}
    )
    select 'price' as fact, price as value, count(*)::int as count from found where price is not null group by price
    union all
    select 'year', year, count(*)::int from found where year is not null group by year`,
    [daysBefore(now, 60), ...params],
  );
}

/** Where a column is null its comparison is null, too, and the ad falls out: what is unknown fails. */
function conditionOf(criteria: FilterCriteria): Condition {
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

function allOf(conditions: readonly (Condition | null)[]): Condition {
  const asked = conditions.filter((condition) => condition !== null);
  return {
    sql: asked.length === 0 ? 'true' : asked.map(({ sql }) => sql).join(' and '),
    params: asked.flatMap(({ params }) => params),
  };
}

function bound(column: string, sign: '>=' | '<=', value: number | null): Condition | null {
  return value === null ? null : { sql: `${column} ${sign} ?`, params: [value] };
}

function oneOf(column: string, keys: readonly string[]): Condition | null {
  return keys.length === 0 ? null : { sql: `${column} in (?)`, params: [keys] };
}

/** The distinct keys of a list, none where it is open: All among them opens it. */
function listed<K extends string>(keys: readonly K[]): K[] {
  return keys.some((key) => key === ALL) ? [] : [...new Set(keys)];
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
const yearOf = (year: FilterCriteria['yearMin']) => (year === NO_YEAR ? null : year);
const decilitres = (litres: number | null) => (litres === null ? null : Math.round(litres * 10));
