import type pg from 'pg';
import type { AdFacts } from '#core/contracts/ad.ts';
import { insertRows } from './bulk-insert.ts';
import { compileAd, compileCriteria, LIST_FIELDS, NUMBER_FIELDS } from './compiled-criteria.ts';
import type { Matcher, SavedFilter } from './matcher.ts';
import { PACKED_IDS, unpackIds } from './packed-ids.ts';

/** A table as one would write it down, `null` and empty lists for what is not asked. */
const TABLE = `
  drop table if exists saved_filters;
  create table saved_filters (
    id int primary key, brand text not null, models text[] not null,
    price_min int, price_max int, year_min smallint, year_max smallint, mileage_min int, mileage_max int,
    volume_min smallint, volume_max smallint, checkup_min smallint,
    engines text[] not null, body_types text[] not null, colors text[] not null, areas text[] not null,
    gear_box text, deal_type text)`;

/** Lists come as texts: PostgreSQL unnests an array of arrays down to single keys. */
const INSERT = `
  insert into saved_filters
  select id, brand, models::text[], price_min, price_max, year_min, year_max, mileage_min, mileage_max, volume_min,
    volume_max, checkup_min, engines::text[], body_types::text[], colors::text[], areas::text[], gear_box, deal_type
  from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
    $10::int[], $11::int[], $12::int[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
    as new (id, brand, models, price_min, price_max, year_min, year_max, mileage_min, mileage_max, volume_min,
      volume_max, checkup_min, engines, body_types, colors, areas, gear_box, deal_type)`;

/** What the ad lacks is null, and a comparison with null is not true. */
const MATCH = `
  select ${PACKED_IDS} from saved_filters
  where (brand = '0' or brand = $1) and (models = '{}' or $2 = any(models))
    and (price_min is null or price_min <= $3) and (price_max is null or price_max >= $3)
    and (year_min is null or year_min <= $4) and (year_max is null or year_max >= $4)
    and (mileage_min is null or mileage_min <= $5) and (mileage_max is null or mileage_max >= $5)
    and (volume_min is null or volume_min <= $6) and (volume_max is null or volume_max >= $6)
    and (checkup_min is null or checkup_min <= $7)
    and (engines = '{}' or $8 = any(engines)) and (body_types = '{}' or $9 = any(body_types))
    and (colors = '{}' or $10 = any(colors)) and (areas = '{}' or $11 = any(areas))
    and (gear_box is null or gear_box = $12) and (deal_type is null or deal_type = $13)`;

/** The statement of a typical service, prepared once; it finds the make by an index of its own. */
export function createTypicalSql(client: pg.ClientBase): Matcher {
  return {
    name: 'typical SQL',
    load: (filters) => loadTable(client, filters),
    match: (ad) => ask(client, ad),
  };
}

/** The same statement over the table that the other one loads before: it reads all of it for each ad. */
export async function createScanningSql(client: pg.ClientBase): Promise<Matcher> {
  await client.query('set enable_indexscan = off; set enable_bitmapscan = off');
  return { name: 'typical SQL without an index', load: () => {}, match: (ad) => ask(client, ad) };
}

async function loadTable(client: pg.ClientBase, filters: readonly SavedFilter[]): Promise<void> {
  await client.query(TABLE);
  await insertRows(client, INSERT, rowsOf(filters));
  await client.query('create index saved_filters_brand on saved_filters (brand)');
  await client.query('vacuum analyze saved_filters');
}

async function ask(client: pg.ClientBase, ad: AdFacts): Promise<Int32Array> {
  const { brand, model, ...facts } = compileAd(ad);
  const values = [brand, model, ...[...NUMBER_FIELDS, ...LIST_FIELDS].map((field) => facts[field])];
  const query = { name: 'typical', text: MATCH, values, rowMode: 'array' } as const;
  const { rows } = await client.query<[Buffer | null]>(query);
  return unpackIds(rows[0]?.[0] ?? null);
}

function* rowsOf(filters: readonly SavedFilter[]): Generator<unknown[]> {
  for (const filter of filters) yield rowOf(filter);
}

function rowOf({ id, criteria }: SavedFilter): unknown[] {
  const { brand, models, bounds, lists } = compileCriteria(criteria);
  const { price, year, mileage, volume, checkup } = bounds;
  return [
    id,
    brand ?? '0',
    literal(models),
    ...[...price, ...year, ...mileage, ...volume, checkup[0]],
    ...[lists.engine, lists.bodyType, lists.color, lists.area].map(literal),
    lists.gearBox[0] ?? null,
    lists.dealType[0] ?? null,
  ];
}

const literal = (keys: readonly string[]) => `{${keys.map((key) => JSON.stringify(key)).join(',')}}`;
