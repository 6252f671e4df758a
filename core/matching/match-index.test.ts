import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeCriteria, edgeFacts } from '#tests/support/edge-arbitraries.ts';
import { monthOfIndex } from '../catalog/inspection-months.ts';
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

  it('keeps nothing of what it was given', () => {
    const index = new MatchIndex();
    const plain = filterFor('bmw', [], 1000);
    const odd = filterFor('bmw', [], 999.5);
    index.upsert(1, plain);
    index.upsert(2, odd);
    plain.carBrand = odd.carBrand = 'audi';
    expect(index.match(adOf('bmw', null, 999)).sort()).toEqual([1, 2]);
  });

  it('takes ids of any size', () => {
    const ids = [0, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1];
    const index = new MatchIndex();
    for (const id of ids) index.upsert(id, filterFor('bmw'));
    expect(index.match(adOf('bmw', null)).sort((a, b) => a - b)).toEqual(ids);
    for (const id of ids) index.remove(id);
    expect([index.size, index.match(adOf('bmw', null))]).toEqual([0, []]);
  });

  it('lets nothing pass between bounds that are reversed', () => {
    const reversed = { priceMin: 90_000, priceMax: 100, yearMin: 2040, yearMax: 1900, runMin: 600_000, runMax: 1 };
    const index = new MatchIndex();
    index.upsert(1, {
      ...filterFor('bmw'),
      ...reversed,
      volumeMin: 9,
      volumeMax: 0.1,
      checkup: '12.2099',
      area: ['riga'],
    });
    index.upsert(2, { ...filterFor('bmw'), priceMin: 1_001, priceMax: 1_000 });
    expect([...steps(900, 1_100, 1), null].flatMap((price) => index.match(adOf('bmw', null, price)))).toEqual([]);
  });

  it('gives a fresh list each time', () => {
    const index = new MatchIndex();
    index.upsert(1, filterFor('bmw'));
    const first = index.match(adOf('bmw', null));
    index.upsert(2, filterFor('bmw'));
    expect(index.match(adOf('bmw', null)).length).toBe(2);
    expect(first).toEqual([1]);
  });

  it('finds and forgets in a bucket of many thousand rows', () => {
    const index = new MatchIndex();
    const many = 10_000;
    const priceOf = (id: number) => 500 + (id % 100);
    const expected = (from: number, below: number) =>
      Array.from({ length: below - from }, (_, n) => from + n).filter((id) => priceOf(id) >= 550);
    for (let id = 0; id < many; id++) index.upsert(id, filterFor('bmw', ['320', 'x5'], priceOf(id)));
    const found = () => index.match(adOf('bmw', 'x5', 550)).sort((a, b) => a - b);
    expect(found()).toEqual(expected(0, many));
    for (let id = 0; id < many / 2; id++) index.remove(id);
    expect(found()).toEqual(expected(many / 2, many));
    for (let id = many; id < 2 * many; id++) index.upsert(id, filterFor('bmw', ['x5'], priceOf(id)));
    expect(found()).toEqual(expected(many / 2, 2 * many));
    expect(index.size).toBe(1.5 * many);
  });

  const edges: [string, (value: number) => Partial<FilterCriteria>[], (value: number) => Partial<AdFacts>, number[]][] =
    [
      ['price', (n) => [{ priceMin: n }, { priceMax: n }], (price) => ({ price }), steps(0, 110_000, 500)],
      ['mileage', (n) => [{ runMin: n }, { runMax: n }], (mileage) => ({ mileage }), steps(0, 560_000, 10_000)],
      ['year', (n) => [{ yearMin: n }, { yearMax: n }], (year) => ({ year }), steps(1980, 2050, 1)],
      ['volume', (n) => [{ volumeMin: n / 10 }, { volumeMax: n / 10 }], (n) => ({ volume: n / 10 }), steps(0, 50, 1)],
      [
        'inspection',
        (n) => [{ checkup: monthOfIndex(Math.floor(n)) }],
        (n) => ({ checkup: monthOfIndex(Math.floor(n)) }),
        steps(2025 * 12, 2033 * 12, 1),
      ],
    ];
  it.each(edges)('agrees with the predicate around every edge of %s', (_, demands, facts, values) => {
    const index = new MatchIndex();
    for (const edge of values) {
      const filters = [-1, 0, 0.5, 1, 2].flatMap((beside) =>
        demands(edge + beside).map((demand) => ({ ...filterFor(`brand ${edge}`), ...demand })),
      );
      for (const [id, filter] of filters.entries()) index.upsert(id, filter);
      for (const beside of [-1, -0.5, 0, 0.5, 1, 2, 3]) {
        const ad = { ...adOf(`brand ${edge}`, null, null), ...facts(edge + beside) };
        const expected = filters.flatMap((filter, id) => (matches(filter, ad) ? [id] : []));
        expect(index.match(ad).sort((a, b) => a - b)).toEqual(expected);
      }
    }
  });

  it('agrees with the predicate on and beside all edges', () => {
    const filters = fc.array(edgeCriteria, { minLength: 40, maxLength: 80 });
    const ads = fc.array(edgeFacts, { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(filters, ads, (criteria, facts) => {
        const index = new MatchIndex();
        index.build(criteria.entries());
        for (const ad of facts) {
          const expected = criteria.flatMap((filter, id) => (matches(filter, ad) ? [id] : []));
          expect(index.match(ad).sort((a, b) => a - b)).toEqual(expected);
        }
      }),
    );
  });

  it('gives exactly the set of the predicate after any sequence of changes', () => {
    const change = fc.record({
      id: fc.nat(40),
      act: fc.oneof(
        { weight: 20, arbitrary: fc.constant('upsert') },
        { weight: 10, arbitrary: fc.constant('remove') },
        fc.constant('build'),
      ),
      filter: edgeCriteria,
    });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 50, maxLength: 200, size: 'max' }),
        fc.array(edgeFacts, { minLength: 10, maxLength: 10 }),
        (changes, ads) => {
          const index = new MatchIndex();
          const known = new Map<number, FilterCriteria>();
          for (const { id, act, filter } of changes) {
            if (act === 'upsert') {
              known.set(id, filter);
              index.upsert(id, filter);
            } else if (act === 'remove') {
              known.delete(id);
              index.remove(id);
            } else index.build(known);
          }
          expect(index.size).toBe(known.size);
          for (const ad of ads) {
            const expected = [...known].filter(([, filter]) => matches(filter, ad)).map(([id]) => id);
            expect(index.match(ad).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
          }
        },
      ),
    );
  });
});

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, n) => from + n * step);
}
