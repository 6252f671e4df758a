import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdFacts } from '../contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { MatchIndex } from './match-index.ts';
import { matches } from './matches.ts';

function filterFor(carBrand: string, carModel: string[] = [], priceMax: number | null = null): FilterCriteria {
  return { ...NO_CRITERIA, carBrand, carModel, priceMax };
}

function adOf(brand: string | null, model: string | null, price: number | null = 1000): AdFacts {
  return {
    brand,
    model,
    price,
    year: null,
    volume: null,
    mileage: null,
    engine: null,
    bodyType: null,
    color: null,
    area: null,
    gearBox: null,
    dealType: null,
    checkup: null,
    seller: null,
  };
}

describe('MatchIndex', () => {
  it('finds filters of the model, of the brand and of all brands, each once', () => {
    const index = new MatchIndex();
    index.upsert(1, filterFor('bmw', ['320', '330', '320']));
    index.upsert(2, filterFor('bmw'));
    index.upsert(3, filterFor('0', ['320']));
    index.upsert(4, filterFor('audi'));
    expect(index.match(adOf('bmw', '320')).sort()).toEqual([1, 2, 3]);
    expect(index.match(adOf('bmw', null)).sort()).toEqual([2, 3]);
    expect(index.match(adOf(null, '320'))).toEqual([3]);
    expect(index.match(adOf('0', '0'))).toEqual([3]);
    expect(index.size).toBe(4);
  });

  it('forgets what was there before an upsert, a remove or a build', () => {
    const index = new MatchIndex();
    index.upsert(1, filterFor('bmw', ['320']));
    index.upsert(1, filterFor('audi'));
    expect(index.match(adOf('bmw', '320'))).toEqual([]);
    expect(index.match(adOf('audi', null))).toEqual([1]);
    index.remove(1);
    index.remove(99);
    expect(index.size).toBe(0);
    index.upsert(2, filterFor('audi'));
    index.build([[2 ** 40, filterFor('audi')]]);
    expect(index.match(adOf('audi', 'a4'))).toEqual([2 ** 40]);
  });

  it('takes any string as a key', () => {
    const index = new MatchIndex();
    index.upsert(1, filterFor('a|b', ['c']));
    index.upsert(2, filterFor('a', ['b|c']));
    index.upsert(3, filterFor('__proto__', ['constructor']));
    expect(index.match(adOf('a|b', 'c'))).toEqual([1]);
    expect(index.match(adOf('a', 'b|c'))).toEqual([2]);
    expect(index.match(adOf('__proto__', 'constructor'))).toEqual([3]);
    expect(index.match(adOf('toString', 'constructor'))).toEqual([]);
  });

  it('gives exactly the set of the predicate after any sequence of changes', () => {
    const key = fc.constantFrom('0', 'a', 'b', '');
    const filter = fc.tuple(key, fc.array(key, { maxLength: 3 }), fc.constantFrom(null, 999, 1000));
    const change = fc.record({
      id: fc.nat(12),
      act: fc.constantFrom('upsert', 'upsert', 'remove', 'build'),
      filter,
    });
    const ad = fc.tuple(fc.option(key), fc.option(key), fc.constantFrom(null, 999, 1000, 1001));
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        fc.array(ad, { minLength: 1, maxLength: 10 }),
        (changes, ads) => {
          const index = new MatchIndex();
          const known = new Map<number, FilterCriteria>();
          for (const { id, act, filter } of changes) {
            if (act === 'upsert') {
              known.set(id, filterFor(...filter));
              index.upsert(id, filterFor(...filter));
            } else if (act === 'remove') {
              known.delete(id);
              index.remove(id);
            } else index.build(known);
          }
          expect(index.size).toBe(known.size);
          for (const facts of ads.map((parts) => adOf(...parts))) {
            const expected = [...known].filter(([, criteria]) => matches(criteria, facts)).map(([id]) => id);
            expect(index.match(facts).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
          }
        },
      ),
    );
  });
});
