import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdFacts } from '../contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { explainMatch, matches } from './matches.ts';

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
    ['year above', { yearMax: 2015 }, {}, false],
    ['mileage on the bound', { runMax: 150_000 }, {}, true],
    ['mileage above', { runMax: 149_999 }, {}, false],
    ['volume on the bound', { volumeMin: 1.6, volumeMax: 1.6 }, {}, true],
    ['volume that floats do not hit exactly', { volumeMax: 0.3 }, { volume: 0.1 + 0.2 }, true],
    ['volume below', { volumeMin: 1.7 }, {}, false],
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

  it('a field the filter leaves open is ok, whatever the ad says', () => {
    fc.assert(
      fc.property(filters, ads, (criteria, facts) => {
        const open = explainMatch(asks(criteria), { ...golf, ...facts }).filter((check) => check.wanted === null);
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
  it('tells what is wanted and found, field by field', () => {
    const filter = asks({
      carBrand: 'volkswagen',
      priceMin: 5000,
      priceMax: 8000,
      yearMin: 2010,
      area: ['riga', 'ogre'],
    });
    const checks = explainMatch(filter, { ...golf, year: null });
    expect(checks).toContainEqual({ field: 'brand', wanted: 'volkswagen', found: 'volkswagen', ok: true });
    expect(checks).toContainEqual({ field: 'price', wanted: '5000–8000', found: '9000', ok: false });
    expect(checks).toContainEqual({ field: 'year', wanted: '≥ 2010', found: null, ok: false });
    expect(checks).toContainEqual({ field: 'area', wanted: 'riga, ogre', found: 'riga', ok: true });
    expect(checks).toContainEqual({ field: 'color', wanted: null, found: 'grey', ok: true });
  });
});
