import type { BodyType } from '#core/catalog/options.ts';

export type Fuel = 'gasoline' | 'diesel' | 'hybrid' | 'electric' | 'lpg';

/** A model as the market spells it, with what is usual for it. */
export interface CarModel {
  readonly brand: string;
  readonly model: string;
  /** Its address: `bmw/320`; one word for a section of mixed brands. */
  readonly section: string;
  readonly body: BodyType;
  readonly years: readonly [number, number];
  /** Euros, new, in its last year. */
  readonly newPrice: number;
  /** Litres and fuel. */
  readonly motors: readonly (readonly [number | null, Fuel])[];
  /** How many of a hundred ads are of it, roughly. */
  readonly share: number;
}

type Row = [string, string, string, BodyType, [number, number], number, CarModel['motors'], number];

const D = 'diesel';
const G = 'gasoline';
const H = 'hybrid';
const L = 'lpg';
const E = 'electric';

// biome-ignore format: one model a line reads as the table it is
const ROWS: readonly Row[] = [
  ['Audi', 'A4', 'audi/a4', 'universal', [2002, 2024], 44_000, [[2.0, D], [1.9, D], [2.0, G], [1.8, G], [3.0, D]], 6],
  ['Audi', 'A6', 'audi/a6', 'sedan', [2002, 2024], 58_000, [[3.0, D], [2.0, D], [2.7, D], [2.0, G]], 6],
  ['Audi', 'Q5', 'audi/q5', 'suv', [2009, 2025], 62_000, [[2.0, D], [3.0, D], [2.0, G]], 3],
  ['Audi', 'Q7', 'audi/q7', 'suv', [2006, 2024], 82_000, [[3.0, D], [4.2, D]], 2],
  ['Bmw', '320', 'bmw/320', 'sedan', [2003, 2024], 46_000, [[2.0, D], [2.0, G]], 7],
  ['Bmw', '520', 'bmw/520', 'universal', [2003, 2025], 60_000, [[2.0, D], [2.0, G]], 5],
  ['Bmw', '530', 'bmw/530', 'sedan', [2003, 2024], 66_000, [[3.0, D], [3.0, G], [2.0, H]], 4],
  ['Bmw', 'X3', 'bmw/x3', 'suv', [2005, 2025], 63_000, [[2.0, D], [3.0, D], [2.0, G]], 3],
  ['Bmw', 'X5', 'bmw/x5', 'suv', [2003, 2025], 92_000, [[3.0, D], [4.4, G], [3.0, H]], 5],
  ['Ford', 'Focus', 'ford/focus', 'hatchback', [2004, 2023], 25_000, [[1.6, G], [1.6, D], [1.5, D], [1.0, G]], 4],
  ['Honda', 'Cr-v', 'honda/cr-v', 'suv', [2004, 2024], 41_000, [[2.0, G], [2.2, D], [2.0, H]], 2],
  ['Kia', 'Ceed', 'kia/ceed', 'hatchback', [2008, 2025], 26_000, [[1.6, D], [1.4, G], [1.6, G]], 2],
  ['Mazda', 'Mazda6', 'mazda/mazda6', 'sedan', [2005, 2023], 36_000, [[2.2, D], [2.0, G], [2.5, G]], 2],
  ['Mercedes', 'C220', 'mercedes/c220', 'sedan', [2003, 2024], 50_000, [[2.1, D], [2.0, D]], 3],
  ['Mercedes', 'E220', 'mercedes/e220', 'universal', [2004, 2024], 62_000, [[2.1, D], [2.0, D]], 3],
  ['Nissan', 'Leaf', 'nissan/leaf', 'hatchback', [2012, 2024], 36_000, [[null, E]], 2],
  ['Nissan', 'Qashqai', 'nissan/qashqai', 'suv', [2008, 2025], 34_000, [[1.5, D], [1.6, G], [2.0, G], [1.3, G]], 3],
  ['Opel', 'Astra', 'opel/astra', 'hatchback', [2004, 2024], 26_000, [[1.7, D], [1.6, G], [1.6, L], [1.4, G]], 3],
  ['Opel', 'Zafira', 'opel/zafira', 'van', [2003, 2018], 28_000, [[1.9, D], [1.6, L], [1.8, G]], 2],
  ['Peugeot', '308', 'peugeot/308', 'hatchback', [2008, 2024], 29_000, [[1.6, D], [1.6, G], [1.2, G]], 2],
  ['Renault', 'Megane', 'renault/megane', 'universal', [2003, 2023], 25_000, [[1.5, D], [1.6, G]], 3],
  ['Skoda', 'Fabia', 'skoda/fabia', 'hatchback', [2003, 2024], 20_000, [[1.2, G], [1.4, G], [1.4, D]], 2],
  ['Skoda', 'Octavia', 'skoda/octavia', 'universal', [2004, 2025], 32_000, [[1.9, D], [2.0, D], [1.6, D], [1.4, G], [1.6, L]], 5],
  ['Subaru', 'Forester', 'subaru/forester', 'suv', [2004, 2023], 39_000, [[2.0, G], [2.0, D], [2.5, G], [2.0, L]], 2],
  ['Toyota', 'Auris', 'toyota/auris', 'hatchback', [2007, 2018], 25_000, [[1.8, H], [1.6, G], [1.4, D]], 2],
  ['Toyota', 'Avensis', 'toyota/avensis', 'universal', [2003, 2018], 29_000, [[2.0, D], [1.8, G], [2.2, D]], 2],
  ['Toyota', 'RAV 4', 'toyota/rav-4', 'suv', [2004, 2025], 43_000, [[2.2, D], [2.0, G], [2.5, H]], 3],
  ['Volkswagen', 'Golf 7', 'volkswagen/golf-7', 'hatchback', [2013, 2020], 27_000, [[1.6, D], [2.0, D], [1.4, G], [1.0, G]], 3],
  ['Volkswagen', 'Passat (B8)', 'volkswagen/passat-b8', 'universal', [2015, 2023], 40_000, [[2.0, D], [1.6, D], [1.8, G]], 3],
  ['Volkswagen', 'Touran', 'volkswagen/touran', 'van', [2004, 2023], 33_000, [[1.9, D], [1.6, D], [2.0, D], [1.4, G]], 3],
  ['Volvo', 'V70', 'volvo/v70', 'universal', [2002, 2016], 44_000, [[2.4, D], [2.0, D], [2.5, G]], 2],
  ['Volvo', 'XC 90', 'volvo/xc90', 'suv', [2003, 2025], 78_000, [[2.4, D], [2.0, D], [2.0, H]], 3],
  ['Tesla', 'Model 3', 'electric-cars', 'sedan', [2019, 2024], 48_000, [[null, E]], 1],
];

export const CAR_MODELS: readonly CarModel[] = ROWS.map(
  ([brand, model, section, body, years, newPrice, motors, share]) => ({
    brand,
    model,
    section,
    body,
    years,
    newPrice,
    motors,
    share,
  }),
);

/** The model of these names; one that the emulator does not know gets the usual of a middling car. */
export function findCarModel(brand: string, model: string): CarModel {
  const same = (a: string, b: string) => a.toLowerCase().replace(/\W/g, '') === b.toLowerCase().replace(/\W/g, '');
  const known = CAR_MODELS.find((car) => same(car.brand, brand) && same(car.model, model));
  if (known) return known;
  const slug = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  const [usual] = CAR_MODELS;
  if (!usual) throw new Error('the table of cars is empty');
  return { ...usual, brand, model, section: `${slug(brand)}/${slug(model)}` };
}
