import fc from 'fast-check';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';

/** Few values, on and beside the bounds, so that filters and ads often meet. */
const models = ['318', '320', '3-series-other', '520', 'x5'];
const groups = ['3-series', '5-series'];
const prices = [0, 499, 500, 501, 9_999, 10_000, 10_001, 100_000_000];
const years = [1900, 1987, 1988, 2015, 2016, 2027];
const mileages = [1, 99_999, 100_000, 100_001, 500_000];
const volumes = [0.1, 0.7, 1.9, 2, 2.1, 4.2, 20];
const months = ['12.2026', '01.2027', '02.2027'];

function range<T extends number>(values: readonly T[]) {
  const bound = fc.option(fc.constantFrom(...values));
  return fc
    .tuple(bound, bound)
    .map(([a, b]) => (a !== null && b !== null && a > b ? ([b, a] as const) : ([a, b] as const)));
}

/** All lengths, but mostly short lists, as long ones match nearly everything. */
function list<T extends string>(keys: readonly T[]) {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<T[]>([]) },
    { weight: 3, arbitrary: fc.subarray([...keys], { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.subarray([...keys]) },
  );
}
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 6 });
/** Mostly open, so that a wrong rule is not hidden behind others that fail anyway. */
const seldom = <T>(value: fc.Arbitrary<T>, open: T) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(open) }, { weight: 1, arbitrary: value });

/** Filters that often meet `someFacts`; group keys among their models. */
export const someCriteria: fc.Arbitrary<FilterCriteria> = fc
  .record({
    carBrand: fc.constantFrom('0', 'bmw', 'bmw', 'audi'),
    carModel: seldom(fc.subarray([...models, ...groups, '0'], { maxLength: 3 }), []),
    price: seldom(range(prices), [null, null] as const),
    year: seldom(range(years), [null, null] as const),
    mileage: seldom(range(mileages), [null, null] as const),
    volume: seldom(range(volumes), [null, null] as const),
    engine: seldom(fc.constantFrom<FilterCriteria['engine']>(['electric'], ['electric', 'hybrid'], [...ENGINES]), []),
    bodyType: list(BODY_TYPES),
    color: list(COLORS),
    area: list(AREAS),
    gearBox: seldom(fc.constantFrom(...GEARBOXES), '0'),
    dealType: seldom(fc.constantFrom(...DEAL_TYPES), '0'),
    checkup: seldom(fc.constantFrom(...months), 'any'),
  })
  .map(({ price, year, mileage, volume, ...rest }) => ({
    ...rest,
    priceMin: price[0],
    priceMax: price[1],
    yearMin: year[0] ?? '-',
    yearMax: year[1] ?? '-',
    runMin: mileage[0],
    runMax: mileage[1],
    volumeMin: volume[0],
    volumeMax: volume[1],
  }));

/** Facts of an ad, a few of them unknown. */
export const someFacts: fc.Arbitrary<AdFacts> = fc.record({
  brand: maybe(fc.constantFrom('bmw', 'bmw', 'audi', 'zaz')),
  model: maybe(fc.constantFrom(...models)),
  price: maybe(fc.constantFrom(...prices)),
  year: maybe(fc.constantFrom(...years)),
  volume: maybe(fc.constantFrom(...volumes)),
  mileage: maybe(fc.constantFrom(0, ...mileages)),
  engine: maybe(fc.constantFrom('electric' as const, ...ENGINES)),
  bodyType: maybe(fc.constantFrom(...BODY_TYPES)),
  color: maybe(fc.constantFrom(...COLORS)),
  area: maybe(fc.constantFrom(...AREAS)),
  gearBox: maybe(fc.constantFrom(...GEARBOXES)),
  dealType: maybe(fc.constantFrom('sell' as const, ...DEAL_TYPES)),
  checkup: maybe(fc.constantFrom(...months)),
  seller: fc.constant(null),
});
