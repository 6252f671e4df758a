import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';
import { expandModels } from '../catalog/brands.ts';
import { monthIndex } from '../catalog/inspection-months.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { matchableCriteria } from '../filters/filter-criteria.ts';
import { explainMatch, type FieldCheck, matches } from './matches.ts';

const golf: AdFacts = {
  brand: 'volkswagen',
  model: 'golf-7',
  price: 9000,
  year: 2016,
  volume: 1.6,
  mileage: 150_000,
  engine: 'diesel',
  bodyType: 'hatchback',
  color: 'grey',
  area: 'riga',
  gearBox: 'manual',
  dealType: 'sell',
  checkup: '05.2027',
  seller: 'private',
};

const unknownCar = Object.fromEntries(Object.keys(golf).map((field) => [field, null])) as unknown as AdFacts;

const asks = (criteria: Partial<FilterCriteria>): FilterCriteria => ({ ...NO_CRITERIA, ...criteria });

describe('a filter that asks nothing', () => {
  it('matches every ad, also one that says nothing', () => {
    expect(matches(NO_CRITERIA, golf)).toBe(true);
    expect(matches(NO_CRITERIA, unknownCar)).toBe(true);
  });

  it('may spell "all" as "0" in any list', () => {
    const filter = { ...NO_CRITERIA, carModel: ['0'], engine: ['0'], area: ['0', 'riga'] } as unknown as FilterCriteria;
    expect(matches(filter, unknownCar)).toBe(true);
  });
});

describe('a filter that leaves a field out', () => {
  it('asks nothing of it', () => {
    const nulls = Object.fromEntries(Object.keys(NO_CRITERIA).map((field) => [field, null]));
    for (const filter of [nulls, {}]) expect(matches(filter as unknown as FilterCriteria, unknownCar)).toBe(true);
  });
});

describe('each rule by itself', () => {
  const cases: [string, Partial<FilterCriteria>, Partial<AdFacts>, boolean][] = [
    ['brand is equal', { carBrand: 'volkswagen' }, {}, true],
    ['brand differs', { carBrand: 'audi' }, {}, false],
    ['model in the list', { carBrand: 'volkswagen', carModel: ['polo', 'golf-7'] }, {}, true],
    ['model not in the list', { carBrand: 'volkswagen', carModel: ['polo'] }, {}, false],
    ['the same model of another brand', { carBrand: 'audi', carModel: ['golf-7'] }, {}, false],
    ['all brands ignore the models', { carBrand: '0', carModel: ['polo'] }, {}, true],
    ['price on the lower bound', { priceMin: 9000 }, {}, true],
    ['price below the lower bound', { priceMin: 9001 }, {}, false],
    ['price on the upper bound', { priceMax: 9000 }, {}, true],
    ['price above the upper bound', { priceMax: 8999 }, {}, false],
    ['a bound of 0 is a bound', { priceMin: 0 }, { price: null }, false],
    ['a price of 0 is a price', { priceMin: 0 }, { price: 0 }, true],
    ['year on both bounds', { yearMin: 2016, yearMax: 2016 }, {}, true],
    ['year on the lower bound alone', { yearMin: 2016, yearMax: '-' }, {}, true],
    ['year on the upper bound alone', { yearMin: '-', yearMax: 2016 }, {}, true],
    ['year below', { yearMin: 2017 }, {}, false],
    ['year above', { yearMax: 2015 }, {}, false],
    ['mileage on the bound', { runMax: 150_000 }, {}, true],
    ['mileage below', { runMin: 150_001 }, {}, false],
    ['mileage above', { runMax: 149_999 }, {}, false],
    ['volume on the bound', { volumeMin: 1.6, volumeMax: 1.6 }, {}, true],
    ['volume that floats do not hit exactly', { volumeMax: 0.3 }, { volume: 0.1 + 0.2 }, true],
    ['volume below', { volumeMin: 1.7 }, {}, false],
    ['volume above', { volumeMax: 1.5 }, {}, false],
    ['engine in the list', { engine: ['gasoline', 'diesel'] }, {}, true],
    ['engine not in the list', { engine: ['gasoline'] }, {}, false],
    ['electric only ignores the volume', { engine: ['electric'], volumeMin: 2 }, { engine: 'electric' }, true],
    [
      'electric among others does not',
      { engine: ['electric', 'hybrid'], volumeMin: 2 },
      { engine: 'electric', volume: null },
      false,
    ],
    ['gearbox', { gearBox: 'automatic' }, {}, false],
    ['deal type', { dealType: 'sell' }, {}, true],
    ['inspection until that month', { checkup: '05.2027' }, {}, true],
    ['inspection ends a month before', { checkup: '06.2027' }, {}, false],
    ['inspection in an earlier month of a later year', { checkup: '12.2026' }, { checkup: '01.2027' }, true],
  ];
  it.each(cases)('%s', (_, criteria, facts, expected) => {
    expect(matches(asks(criteria), { ...golf, ...facts })).toBe(expected);
  });

  const demands: Partial<FilterCriteria>[] = [
    { carBrand: 'volkswagen' },
    { carBrand: 'volkswagen', carModel: ['golf-7'] },
    { priceMax: 1_000_000 },
    { yearMin: 1900 },
    { runMax: 1_000_000 },
    { volumeMin: 0.1 },
    { engine: ['diesel'] },
    { bodyType: ['suv'] },
    { color: ['red'] },
    { area: ['riga'] },
    { gearBox: 'manual' },
    { dealType: 'sell' },
    { checkup: '01.1999' },
  ];
  it.each(demands)('a value the ad lacks fails %o', (demand) => {
    expect(matches(asks(demand), unknownCar)).toBe(false);
    expect(matches(asks({ carBrand: 'volkswagen', carModel: ['golf-7'] }), { ...golf, model: null })).toBe(false);
  });
});

/** The same by what the check tells alone. */
function judged({ wanted, found, open }: FieldCheck, brand: string): boolean {
  if (open || wanted === null) return true;
  if (found === null) return false;
  if (wanted.kind === 'oneOf') return expandModels(brand, wanted.keys).includes(String(found));
  if (wanted.kind === 'until') return monthIndex(String(found)) >= monthIndex(wanted.month);
  return (wanted.min === null || Number(found) >= wanted.min) && (wanted.max === null || Number(found) <= wanted.max);
}

describe('for all filters and ads', () => {
  const price = fc.constantFrom(null, 0, 999, 1000, 1001);
  const filters = fc.record({
    carBrand: fc.constantFrom('0', 'a', 'b'),
    carModel: fc.subarray(['x', 'y', '0']),
    priceMin: price,
    priceMax: price,
    engine: fc.subarray(['diesel', 'electric', 'other'] as const),
    volumeMin: fc.constantFrom(null, 1.9, 2, 2.1),
    gearBox: fc.constantFrom('0' as const, 'manual' as const),
    checkup: fc.constantFrom('any', '12.2026', '01.2027'),
  });
  const ads = fc.record({
    brand: fc.constantFrom(null, 'a', 'b'),
    model: fc.constantFrom(null, 'x', 'y'),
    price,
    engine: fc.constantFrom(null, 'diesel' as const, 'electric' as const),
    volume: fc.constantFrom(null, 1.9, 2, 2.1),
    gearBox: fc.constantFrom(null, 'manual' as const, 'automatic' as const),
    checkup: fc.constantFrom(null, '12.2026', '01.2027'),
  });

  it('the explanation says the same as the predicate', () => {
    fc.assert(
      fc.property(filters, ads, (criteria, facts) => {
        const filter = asks(criteria);
        const ad = { ...golf, ...facts };
        expect(explainMatch(filter, ad).every((check) => check.ok)).toBe(matches(filter, ad));
      }),
    );
  });

  it('what is told as data says the same as the predicate', () => {
    fc.assert(
      fc.property(someCriteria, someFacts, (asked, ad) => {
        const checks = explainMatch(matchableCriteria(asked), ad, asked);
        for (const check of checks) expect(judged(check, asked.carBrand), check.field).toBe(check.ok);
        expect(checks.every((check) => check.ok)).toBe(matches(matchableCriteria(asked), ad));
      }),
    );
  });

  it('a field the filter leaves open is ok, whatever the ad says', () => {
    fc.assert(
      fc.property(filters, ads, (criteria, facts) => {
        const open = explainMatch(asks(criteria), { ...golf, ...facts }).filter((check) => check.open);
        expect(open.every((check) => check.ok)).toBe(true);
      }),
    );
  });

  it('an ad that forgets a fact is matched by no more filters than before', () => {
    fc.assert(
      fc.property(
        filters,
        ads,
        fc.constantFrom(...(Object.keys(golf) as (keyof AdFacts)[])),
        (criteria, facts, field) => {
          const ad = { ...golf, ...facts };
          const matchesForgetful = matches(asks(criteria), { ...ad, [field]: null });
          expect(!matchesForgetful || matches(asks(criteria), ad)).toBe(true);
        },
      ),
    );
  });
});

describe('an explanation', () => {
  it('has a rule for every fact but the seller', () => {
    const fields = explainMatch(NO_CRITERIA, golf).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(
      Object.keys(golf)
        .filter((field) => field !== 'seller')
        .toSorted(),
    );
  });

  it('tells what is wanted and found, field by field', () => {
    const filter = asks({
      carBrand: 'volkswagen',
      priceMin: 5000,
      yearMin: 2010,
      area: ['riga', 'ogre'],
      checkup: '06.2027',
    });
    const checks = explainMatch(filter, { ...golf, year: null });
    expect(checks).toEqual([
      { field: 'brand', wanted: { kind: 'oneOf', keys: ['volkswagen'] }, found: 'volkswagen', open: false, ok: true },
      { field: 'model', wanted: null, found: 'golf-7', open: true, ok: true },
      { field: 'price', wanted: { kind: 'between', min: 5000, max: null }, found: 9000, open: false, ok: true },
      { field: 'year', wanted: { kind: 'between', min: 2010, max: null }, found: null, open: false, ok: false },
      { field: 'mileage', wanted: null, found: 150_000, open: true, ok: true },
      { field: 'volume', wanted: null, found: 1.6, open: true, ok: true },
      { field: 'engine', wanted: null, found: 'diesel', open: true, ok: true },
      { field: 'bodyType', wanted: null, found: 'hatchback', open: true, ok: true },
      { field: 'color', wanted: null, found: 'grey', open: true, ok: true },
      { field: 'area', wanted: { kind: 'oneOf', keys: ['riga', 'ogre'] }, found: 'riga', open: false, ok: true },
      { field: 'gearBox', wanted: null, found: 'manual', open: true, ok: true },
      { field: 'dealType', wanted: null, found: 'sell', open: true, ok: true },
      { field: 'checkup', wanted: { kind: 'until', month: '06.2027' }, found: '05.2027', open: false, ok: false },
    ]);
  });

  it('tells a bound that is not set as none', () => {
    const wantedYear = (criteria: Partial<FilterCriteria>) => explainMatch(asks(criteria), golf)[3]?.wanted;
    expect(wantedYear({ yearMin: '-', yearMax: 2015 })).toEqual({ kind: 'between', min: null, max: 2015 });
    expect(wantedYear({ yearMin: 2015, yearMax: '-' })).toEqual({ kind: 'between', min: 2015, max: null });
  });

  it('tells the models as the user chose them', () => {
    const asked = asks({ carBrand: 'volkswagen', carModel: ['golf'] });
    const checks = explainMatch({ ...asked, carModel: ['golf-6', 'golf-7'] }, golf, asked);
    expect(checks[1]).toMatchObject({ wanted: { keys: ['golf'] }, found: 'golf-7', ok: true });
  });

  it('says that the volume of an electric car is open, whatever is asked', () => {
    const [volume] = explainMatch(asks({ engine: ['electric'], volumeMin: 2 }), golf).filter(
      (check) => check.field === 'volume',
    );
    expect(volume).toMatchObject({ wanted: { min: 2, max: null }, open: true, ok: true });
  });
});
