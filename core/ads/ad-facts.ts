import { monthIndex, monthOfIndex } from '../catalog/inspection-months.ts';
import type { AdFacts } from '../contracts/ad.ts';
import type { Ad } from './ad.entity.ts';

/** The columns of an ad that hold its facts. */
export type FactColumns = Pick<
  Ad,
  | 'brand'
  | 'model'
  | 'price'
  | 'year'
  | 'volume'
  | 'mileage'
  | 'engine'
  | 'bodyType'
  | 'color'
  | 'area'
  | 'gearBox'
  | 'dealType'
  | 'checkupMonth'
  | 'seller'
>;

interface FactColumn {
  readonly field: keyof FactColumns;
  readonly name: string;
  readonly type: string;
}

const TYPES: Readonly<Record<keyof FactColumns, string>> = {
  brand: 'text',
  model: 'text',
  price: 'int',
  year: 'smallint',
  volume: 'smallint',
  mileage: 'int',
  engine: 'text',
  bodyType: 'text',
  color: 'text',
  area: 'text',
  gearBox: 'text',
  dealType: 'text',
  checkupMonth: 'smallint',
  seller: 'text',
};

/** How the columns of `ads` are called and stored: the one list of which every statement about facts is put together. */
export const FACT_COLUMNS: readonly FactColumn[] = Object.entries(TYPES).map(([field, type]) => ({
  field: field as keyof FactColumns,
  name: field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  type,
}));

/** What `factsOf` asks of a table: `a.brand as "brand", …`. */
export function factSelection(table: string, columns = FACT_COLUMNS): string {
  return columns.map(({ field, name }) => `${table}.${name} as "${field}"`).join(', ');
}

/** The names of the columns, each in the words given: `brand = r.brand, …`. */
export function factList(worded: (name: string, type: string) => string): string {
  return FACT_COLUMNS.map(({ name, type }) => worded(name, type)).join(', ');
}

/** A stored ad's facts in the wire form. */
export function factsOf(row: FactColumns): AdFacts {
  return {
    brand: row.brand ?? null,
    model: row.model ?? null,
    price: row.price ?? null,
    year: row.year ?? null,
    volume: row.volume == null ? null : row.volume / 10,
    mileage: row.mileage ?? null,
    engine: row.engine ?? null,
    bodyType: row.bodyType ?? null,
    color: row.color ?? null,
    area: row.area ?? null,
    gearBox: row.gearBox ?? null,
    dealType: row.dealType ?? null,
    checkup: row.checkupMonth == null ? null : monthOfIndex(row.checkupMonth),
    seller: row.seller ?? null,
  };
}

/** The wire form as the columns that store it. */
export function factColumns(facts: AdFacts): FactColumns {
  return {
    brand: facts.brand,
    model: facts.model,
    price: facts.price,
    year: facts.year,
    volume: facts.volume === null ? null : Math.round(facts.volume * 10),
    mileage: facts.mileage,
    engine: facts.engine,
    bodyType: facts.bodyType,
    color: facts.color,
    area: facts.area,
    gearBox: facts.gearBox,
    dealType: facts.dealType,
    checkupMonth: facts.checkup === null ? null : monthIndex(facts.checkup),
    seller: facts.seller,
  };
}
