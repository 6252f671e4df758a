import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREAS, COLORS, ENGINES } from '../catalog/options.ts';
import { ERROR_CODES } from './error-codes.ts';
import { dateFault, filterInputSchema } from './filter.ts';
import { filterCriteriaSchema } from './filter-criteria.ts';
import { filterNameKey } from './filter-name.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const bound = fc.option(fc.integer({ min: 1, max: 1000 }));
const year = fc.oneof(fc.constant('-' as const), fc.integer({ min: 1900, max: 2030 }));
const some = <T>(keys: readonly T[]) => fc.array(fc.constantFrom('0' as const, ...keys), { maxLength: 6 });
const input = fc.record(
  {
    filterName: fc.string({ unit: 'grapheme', maxLength: 20 }),
    priceMin: bound,
    priceMax: bound,
    yearMin: year,
    yearMax: year,
    volumeMin: bound.map((value) => value && value / 10),
    runMax: bound,
    engine: some(ENGINES),
    color: some(COLORS),
    area: some(AREAS),
    checkup: fc.constantFrom('any', '01.2027', '12.1999', '13.2027'),
    active: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['filterName', 'active'] },
);

describe('the input of a filter', () => {
  it('is brought into one form, which stays as it is and is a criterion of the matcher', () => {
    fc.assert(
      fc.property(input, (sent) => {
        const parsed = filterInputSchema.safeParse(sent);
        if (!parsed.success) return;
        const { filterName, active, ...criteria } = parsed.data;
        expect(filterInputSchema.parse(parsed.data)).toEqual(parsed.data);
        expect(filterCriteriaSchema.parse(criteria)).toEqual(criteria);
        expect(filterNameKey(filterName)).not.toBe('');
        expect([0, 1]).toContain(active);
      }),
    );
  });

  it('is refused by a code that has a text, or by its form', () => {
    fc.assert(
      fc.property(input, (sent) => {
        const issue = filterInputSchema.safeParse(sent).error?.issues[0];
        if (issue?.code === 'custom') expect(ERROR_CODES).toContain(issue.message);
      }),
    );
  });
});

describe('what depends on today', () => {
  const unset = { yearMin: '-', yearMax: '-', checkup: 'any' } as const;

  it('is no matter of a filter that asks nothing', () => {
    expect(dateFault(unset, NOW)).toBeNull();
  });

  it('is a year that has not begun', () => {
    expect(dateFault({ ...unset, yearMax: 2026 }, NOW)).toBeNull();
    expect(dateFault({ ...unset, yearMax: 2027 }, NOW)).toEqual({ field: 'yearMax', code: 'filter.yearOutOfRange' });
    const newYearInRiga = new Date('2026-12-31T22:00:00Z');
    expect(dateFault({ ...unset, yearMax: 2027 }, newYearInRiga)).toBeNull();
  });

  it('is an inspection month that has passed, unless it is the stored one', () => {
    const past = { ...unset, checkup: '10.2026' };
    expect(dateFault(past, NOW)).toEqual({ field: 'checkup', code: 'filter.checkupOutOfRange' });
    expect(dateFault(past, NOW, { checkup: '10.2026' })).toBeNull();
    expect(dateFault(past, NOW, { checkup: '09.2026' })).not.toBeNull();
  });
});
