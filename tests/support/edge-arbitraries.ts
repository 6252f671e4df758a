import fc from 'fast-check';
import { monthOfIndex } from '#core/catalog/inspection-months.ts';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type { MatchField } from '#core/matching/matches.ts';

const rarely = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>, usually = 30) =>
  fc.oneof({ weight: usually, arbitrary: usual }, { weight: 1, arbitrary: other });

/** On and beside some edges of bands, few enough that bounds and values often meet. */
const beside = (edges: readonly number[], distances: readonly number[]) =>
  fc.tuple(fc.constantFrom(...edges), fc.constantFrom(...distances)).map(([edge, distance]) => edge + distance);
const WHOLE = [0, 0, -1, 1, 2];
const FRACTIONS = [0, -1, 1, -0.5, 0.5];
const PRICES = [0, 500, 750, 9_500, 10_000, 10_500, 11_000, 40_000, 42_000, 45_000, 100_000, 100_000_000];
const MILEAGES = [0, 10_000, 15_000, 20_000, 300_000, 310_000, 350_000, 500_000, 600_000];
/** No source gives such a number; matching is exact all the same. */
const absurd = fc.constantFrom(
  ...[-1, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e12, -1e12],
  ...[2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 15 - 2, 2 ** 15 - 1, 2 ** 15, 3276.7, 1e-9],
);
const absurdMonth = fc.constantFrom('01.1999', '12.9999', '00.0000', 'soon', '', '-9.2026');
const foreign = fc.constantFrom('', 'unheard of', 'toString', '0');

const price = rarely(beside(PRICES, WHOLE), beside(PRICES, FRACTIONS));
const mileage = rarely(beside(MILEAGES, WHOLE), beside(MILEAGES, FRACTIONS));
const year = beside([0, 1900, 1987, 2015, 2038, 2100], WHOLE);
const volume = fc
  .tuple(beside([0, 6, 20, 41, 90], WHOLE), fc.constantFrom(0, 0, 1e-9, -1e-9))
  .map(([tenths, blur]) => tenths / 10 + blur);
const month = beside([2026 * 12, 2026 * 12 + 10, 2031 * 12 + 11], WHOLE).map(monthOfIndex);

const UNKNOWN = fc.constantFrom(null, undefined);
const unset = fc.constant(null);

function range(numbers: fc.Arbitrary<number>) {
  const bound = fc.oneof(unset, rarely(numbers, absurd));
  const ordered = fc
    .tuple(bound, bound)
    .map(([a, b]) => (a !== null && b !== null && a > b ? ([b, a] as const) : ([a, b] as const)));
  const point = numbers.map((value) => [value, value] as const);
  return fc.oneof({ weight: 6, arbitrary: ordered }, { weight: 1, arbitrary: point }, fc.tuple(bound, bound));
}

const keysOf = (options: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.subarray([...options], { minLength: 1 }) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...options), { maxLength: 4 }) },
    fc.array(fc.oneof(fc.constantFrom(...options), fc.option(foreign)), { maxLength: 3 }),
    unset,
  );
const keyOf = (options: readonly string[]) => rarely(fc.constantFrom('0', ...options), fc.option(foreign), 10);

const demands = {
  price: range(price).map(([priceMin, priceMax]) => ({ priceMin, priceMax })),
  mileage: range(mileage).map(([runMin, runMax]) => ({ runMin, runMax })),
  year: range(year).map(([yearMin, yearMax]) => ({ yearMin: yearMin ?? '-', yearMax: yearMax ?? '-' })),
  volume: range(volume).map(([volumeMin, volumeMax]) => ({ volumeMin, volumeMax })),
  electric: fc
    .tuple(fc.constantFrom(['electric'], ['electric', 'electric'], ['electric', 'hybrid']), range(volume))
    .map(([engine, [volumeMin, volumeMax]]) => ({ engine, volumeMin, volumeMax })),
  checkup: rarely(month, absurdMonth).map((checkup) => ({ checkup })),
  engine: keysOf(ENGINES).map((engine) => ({ engine })),
  bodyType: keysOf(BODY_TYPES).map((bodyType) => ({ bodyType })),
  color: keysOf(COLORS).map((color) => ({ color })),
  area: keysOf(AREAS).map((area) => ({ area })),
  gearBox: keyOf(GEARBOXES).map((gearBox) => ({ gearBox })),
  dealType: keyOf(DEAL_TYPES).map((dealType) => ({ dealType })),
} satisfies Record<Exclude<MatchField, 'brand' | 'model'> | 'electric', unknown>;
const cars = fc.record({
  carBrand: fc.constantFrom('0', 'bmw', 'bmw', 'audi'),
  carModel: rarely(fc.subarray(['320', 'x5', '']), fc.constantFrom(['0', 'x5'], ['x5', 'x5']), 5),
});

/** Filters with few demands each, so that one wrong rule is not hidden by others, on and beside all edges of bands. */
export const edgeCriteria: fc.Arbitrary<FilterCriteria> = fc
  .tuple(cars, fc.array(fc.oneof(...Object.values(demands)), { maxLength: 3 }))
  .map(([car, asked]) => Object.assign({}, NO_CRITERIA, car, ...asked) as FilterCriteria);

const fact = <T>(values: fc.Arbitrary<T>) => rarely(values, UNKNOWN, 6);
const numberFact = (values: fc.Arbitrary<number>) => fact(rarely(values, absurd));
const keyFact = (options: readonly string[]) => fact(rarely(fc.constantFrom(...options), foreign));

/** Ads that such filters may meet; every fact may be unknown or absurd. */
export const edgeFacts: fc.Arbitrary<AdFacts> = fc
  .record({
    brand: fact(fc.constantFrom('bmw', 'bmw', 'audi', 'zaz', '0')),
    model: fact(fc.constantFrom('320', 'x5', '', '0')),
    price: numberFact(beside(PRICES, FRACTIONS)),
    year: numberFact(
      rarely(
        year,
        year.map((whole) => whole + 0.5),
        8,
      ),
    ),
    volume: numberFact(volume),
    mileage: numberFact(beside(MILEAGES, FRACTIONS)),
    engine: keyFact(['electric', ...ENGINES]),
    bodyType: keyFact(BODY_TYPES),
    color: keyFact(COLORS),
    area: keyFact(AREAS),
    gearBox: keyFact(GEARBOXES),
    dealType: keyFact(DEAL_TYPES),
    checkup: fact(rarely(month, absurdMonth)),
    seller: unset,
  } satisfies Record<keyof AdFacts, unknown>)
  .map((facts) => facts as AdFacts);
