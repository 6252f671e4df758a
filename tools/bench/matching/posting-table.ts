import type pg from 'pg';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { insertRows } from './bulk-insert.ts';
import { type CompiledCriteria, compileAd, compileCriteria, LIST_FIELDS, type ListField } from './compiled-criteria.ts';
import type { Matcher, SavedFilter } from './matcher.ts';
import { PACKED_IDS, unpackIds } from './packed-ids.ts';

/** Open ends: below and above whatever an ad may say. */
const LOWEST = -1;
const HIGHEST = { price: 2 ** 31 - 1, mileage: 2 ** 31 - 1, year: 2 ** 15 - 1, volume: 2 ** 15 - 1 };
/** Of makes and models that no filter names: no posting has it. */
const NO_KEY = -1;

const RANGES = ['price', 'mileage', 'year', 'volume'] as const;
const KEYS: Readonly<Record<ListField, readonly string[]>> = {
  engine: ENGINES,
  bodyType: BODY_TYPES,
  color: COLORS,
  area: AREAS,
  gearBox: GEARBOXES,
  dealType: DEAL_TYPES,
};

const TABLE = `
  drop table if exists postings;
  create table postings (
    k int not null, price_lo int not null, price_hi int not null, mileage_lo int not null, mileage_hi int not null,
    year_lo smallint not null, year_hi smallint not null, volume_lo smallint not null, volume_hi smallint not null,
    checkup_lo smallint not null, engine smallint not null, body smallint not null, color int not null,
    area int not null, gear smallint not null, deal smallint not null, id int not null)`;

const INSERT = `
  insert into postings
  select * from unnest(${Array.from({ length: 17 }, (_, n) => `$${n + 1}::int[]`).join(', ')})`;

/** All that is asked stands in the index, the wide columns first to lose nothing to padding: the table is never read. */
const INDEX = `
  create index postings_covering on postings (k, price_hi) include (price_lo, mileage_lo, mileage_hi, color, area, id,
    year_lo, year_hi, volume_lo, volume_hi, checkup_lo, engine, body, gear, deal)`;

const MATCH = `
  select ${PACKED_IDS} from postings
  where k = any($1::int[]) and price_lo <= $2 and price_hi >= $3 and mileage_lo <= $4 and mileage_hi >= $5
    and year_lo <= $6 and year_hi >= $7 and volume_lo <= $8 and volume_hi >= $9 and checkup_lo <= $10
    and engine & $11 <> 0 and body & $12 <> 0 and color & $13 <> 0 and area & $14 <> 0 and gear & $15 <> 0
    and deal & $16 <> 0`;

/**
 * The best form of matching in SQL that we know of: one row for each make and model that a filter names, lists as masks
 * of bits, open ends as numbers beyond all others, and one index that covers everything. It shares no rule with the
 * predicate and the index of the product, so it also judges them.
 *
 * Makes and models are numbered here; a service would need a table for that.
 */
export class PostingTable implements Matcher {
  readonly name = 'best SQL';
  readonly #client: pg.ClientBase;
  #keys = new Map<string, number>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async load(filters: readonly SavedFilter[]): Promise<void> {
    this.#keys = new Map();
    await this.#client.query(TABLE);
    await insertRows(this.#client, INSERT, this.#postingsOf(filters));
    await this.#client.query(INDEX);
    // Index-only scans need the map of visible pages.
    await this.#client.query('vacuum analyze postings');
  }

  async match(ad: AdFacts): Promise<Int32Array> {
    const { brand, model, ...facts } = compileAd(ad);
    const keys = [placeOf(null, null), brand && placeOf(brand, null), brand && model && placeOf(brand, model)];
    const values = [
      keys.filter((key) => key !== null).map((key) => this.#keys.get(key) ?? NO_KEY),
      ...RANGES.flatMap((field) => [facts[field] ?? LOWEST, facts[field] ?? HIGHEST[field]]),
      facts.checkup ?? LOWEST,
      ...LIST_FIELDS.map((field) => maskOf(field, [facts[field]])),
    ];
    const query = { name: 'postings', text: MATCH, values, rowMode: 'array' } as const;
    const { rows } = await this.#client.query<[Buffer | null]>(query);
    return unpackIds(rows[0]?.[0] ?? null);
  }

  *#postingsOf(filters: readonly SavedFilter[]): Generator<number[]> {
    for (const { id, criteria } of filters) {
      const compiled = compileCriteria(criteria);
      const tests = testsOf(compiled);
      for (const place of placesOf(compiled)) yield [this.#numberOf(place), ...tests, id];
    }
  }

  #numberOf(place: string): number {
    const known = this.#keys.get(place);
    if (known !== undefined) return known;
    this.#keys.set(place, this.#keys.size);
    return this.#keys.size - 1;
  }
}

function placesOf({ brand, models }: CompiledCriteria): string[] {
  if (brand === null || models.length === 0) return [placeOf(brand, null)];
  return models.map((model) => placeOf(brand, model));
}

function placeOf(brand: string | null, model: string | null): string {
  return JSON.stringify([brand, model]);
}

function testsOf({ bounds, lists }: CompiledCriteria): number[] {
  return [
    ...RANGES.flatMap((field) => [bounds[field][0] ?? LOWEST, bounds[field][1] ?? HIGHEST[field]]),
    bounds.checkup[0] ?? LOWEST,
    ...LIST_FIELDS.map((field) => maskOf(field, lists[field].length === 0 ? [null, ...KEYS[field]] : lists[field])),
  ];
}

/** A bit for each key of a list, and the last one for "the ad does not say". */
function maskOf(field: ListField, keys: readonly (string | null)[]): number {
  return keys.reduce((mask, key) => mask | (1 << (key === null ? KEYS[field].length : KEYS[field].indexOf(key))), 0);
}
