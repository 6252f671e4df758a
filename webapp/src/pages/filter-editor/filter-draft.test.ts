import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL, AREAS, COLORS, ENGINES } from '#core/catalog/options.ts';
import { countCharacters } from '#core/contracts/characters.ts';
import { dateFault, filterInputSchema, filterPreviewBodySchema } from '#core/contracts/filter.ts';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { filterNameKey, filterNameSchema } from '#core/contracts/filter-name.ts';
import {
  bodyOf,
  changesOf,
  criteriaBodyOf,
  cutName,
  draftFaults,
  type FilterDraft,
  freeName,
  hasVolume,
  isNameTaken,
  marketBodyOf,
  nameOf,
  newDraft,
  sameDraft,
  withBrand,
  withChosen,
  withModels,
  withOneOf,
} from './filter-draft.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DRAFT: FilterDraft = { ...NO_CRITERIA, filterName: 'Ģimenes auto', active: 1 };

const bound = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.oneof(fc.integer({ min: -5, max: 300 }), fc.double({ noNaN: true })) },
);
const year = fc.oneof(
  { weight: 3, arbitrary: fc.constant('-' as const) },
  { weight: 1, arbitrary: fc.integer({ min: 1890, max: 2030 }) },
);
const anyDraft: fc.Arbitrary<FilterDraft> = fc.record({
  filterName: fc.oneof(fc.constant('Volvo'), fc.string({ unit: 'grapheme', maxLength: 20 })),
  active: fc.constantFrom(0, 1),
  carBrand: fc.constantFrom(ALL, 'bmw', 'volvo'),
  carModel: fc.uniqueArray(fc.constantFrom('320', '330', '520')),
  priceMin: bound,
  priceMax: bound,
  yearMin: year,
  yearMax: year,
  volumeMin: bound,
  volumeMax: bound,
  runMin: bound,
  runMax: bound,
  engine: fc.uniqueArray(fc.constantFrom(...ENGINES), { maxLength: 2 }),
  bodyType: fc.constant([]),
  color: fc.uniqueArray(fc.constantFrom(...COLORS)),
  area: fc.uniqueArray(fc.constantFrom(...AREAS)),
  gearBox: fc.constantFrom(ALL, 'automatic', 'manual'),
  dealType: fc.constantFrom(ALL, 'sell', 'rent'),
  checkup: fc.constantFrom('any', 'any', '12.2026', '01.2020', '05.2031'),
});

describe('a new draft', () => {
  it('asks nothing, is switched on and carries the default name', () => {
    expect(newDraft([], 'Mans filtrs')).toEqual({ ...NO_CRITERIA, filterName: 'Mans filtrs', active: 1 });
  });

  it('numbers the default name when it is taken, whatever its case', () => {
    expect(freeName(['MANS FILTRS'], 'Mans filtrs')).toBe('Mans filtrs 2');
    expect(freeName(['Mans filtrs', 'Mans filtrs 2'], 'Mans filtrs')).toBe('Mans filtrs 3');
    expect(freeName(['Mans filtrs 2'], 'Mans filtrs')).toBe('Mans filtrs');
  });

  it('has a name that is free and may be stored', () => {
    const word = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 50 }), (defaultName, count) => {
        const names: string[] = [];
        for (let made = 0; made < count; made += 1) names.push(freeName(names, defaultName));
        const name = freeName(names, defaultName);
        expect(names.map(filterNameKey)).not.toContain(filterNameKey(name));
        expect(countCharacters(name)).toBeLessThanOrEqual(15);
      }),
    );
  });
});

describe('the name of a draft', () => {
  it('is cut after 15 characters as people see them', () => {
    expect(cutName('Ģimenes auto Rīgā')).toBe('Ģimenes auto Rī');
    expect(cutName('👨‍👩‍👧'.repeat(16))).toBe('👨‍👩‍👧'.repeat(15));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(countCharacters(cutName(typed))).toBeLessThanOrEqual(15);
        expect(typed.startsWith(cutName(typed))).toBe(true);
      }),
    );
  });

  it('falls back to the default where nothing can be seen', () => {
    for (const typed of ['', '   ', '\u200b', '\u00ad \u2060'])
      expect(nameOf(typed, 'Mans filtrs')).toBe('Mans filtrs');
    expect(nameOf('  Volvo ', 'Mans filtrs')).toBe('Volvo');
  });

  it('is taken when another filter has it, in any case', () => {
    expect(isNameTaken('volvo', ['BMW', 'Volvo'])).toBe(true);
    expect(isNameTaken('volvo 2', ['BMW', 'Volvo'])).toBe(false);
  });
});

describe('changing a draft', () => {
  it('clears the models with another brand, not with the same one', () => {
    const bmw = { ...DRAFT, carBrand: 'bmw', carModel: ['320'] };
    expect(withBrand(bmw, 'volvo')).toEqual({ carBrand: 'volvo', carModel: [] });
    expect(withBrand(bmw, ALL)).toEqual({ carBrand: ALL, carModel: [] });
    expect(withBrand(bmw, 'bmw')).toEqual({});
  });

  it('never holds a value twice, and All clears the list', () => {
    const chosen = fc.array(fc.constantFrom(ALL, ...COLORS));
    fc.assert(
      fc.property(chosen, (keys) => {
        const { color = [] } = withChosen('color', keys);
        const { carModel = [] } = withModels(keys);
        const expected = keys.includes(ALL) ? new Set() : new Set(keys);
        expect(new Set(color)).toEqual(expected);
        expect(color).toHaveLength(expected.size);
        expect(new Set(carModel)).toEqual(expected);
        expect(carModel).toHaveLength(expected.size);
      }),
    );
  });

  it('takes one option or all', () => {
    expect(withOneOf('gearBox', 'manual')).toEqual({ gearBox: 'manual' });
    expect(withOneOf('dealType', ALL)).toEqual({ dealType: ALL });
  });

  it('hides the volume when the engine is exactly electric, and then does not send it', () => {
    const small = { ...DRAFT, volumeMax: 1.4 };
    expect(hasVolume(small)).toBe(true);
    expect(hasVolume({ engine: ['electric', 'hybrid'] })).toBe(true);
    expect(hasVolume({ engine: ['electric'] })).toBe(false);
    expect(bodyOf(small).filters.volumeMax).toBe(1.4);
    expect(bodyOf({ ...small, engine: ['electric'] }).filters.volumeMax).toBeNull();
  });
});

describe('the faults of a draft', () => {
  it('are none when it asks nothing', () => {
    expect(draftFaults(DRAFT, NOW)).toEqual({});
  });

  it('are told all at once, each at its field', () => {
    const wrong = { ...DRAFT, filterName: '', priceMin: 2, priceMax: 1, yearMin: 2027, volumeMin: 0, runMax: -1 };
    expect(draftFaults(wrong, NOW)).toEqual({
      filterName: 'filter.nameEmpty',
      priceMin: 'filter.priceReversed',
      yearMin: 'filter.yearOutOfRange',
      volumeMin: 'filter.volumeZero',
      runMax: 'filter.negative',
    });
  });

  it('are those of the range for a bound that is no number', () => {
    const unreadable = { ...DRAFT, priceMin: Number.NaN, yearMax: Number.NaN };
    expect(draftFaults(unreadable, NOW)).toEqual({
      priceMin: 'filter.priceOutOfRange',
      yearMax: 'filter.yearOutOfRange',
    });
    expect(sameDraft(unreadable, { ...unreadable })).toBe(true);
  });

  it('forgive the inspection month that is stored, and a volume that is not asked for', () => {
    const past = { ...DRAFT, checkup: '10.2026' };
    expect(draftFaults(past, NOW)).toEqual({ checkup: 'filter.checkupOutOfRange' });
    expect(draftFaults(past, NOW, { checkup: '10.2026' })).toEqual({});
    expect(draftFaults({ ...DRAFT, engine: ['electric'], volumeMin: 0 }, NOW)).toEqual({});
  });

  it('are those of the server: a draft without any is what the server takes', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const isFaultless = Object.keys(draftFaults(draft, NOW)).length === 0;
        const sent = filterInputSchema.safeParse(bodyOf(draft).filters);
        const isTaken = sent.success && dateFault(sent.data, NOW) === null;
        expect(isFaultless).toBe(isTaken);
      }),
    );
  });
});

describe('the bodies that count', () => {
  it('are taken whenever the filter itself is', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        fc.pre(filterInputSchema.safeParse(bodyOf(draft).filters).success);
        expect(filterPreviewBodySchema.safeParse(criteriaBodyOf(draft)).success).toBe(true);
        expect(filterPreviewBodySchema.safeParse(marketBodyOf(draft)).success).toBe(true);
      }),
    );
  });

  it('leave price and year out where the market is asked about them', () => {
    const { filters } = marketBodyOf({ ...DRAFT, carBrand: 'bmw', priceMax: 9000, yearMin: 2015, runMax: 200_000 });
    expect(filters).toEqual({ ...NO_CRITERIA, carBrand: 'bmw', runMax: 200_000 });
  });
});

describe('the changes of a draft', () => {
  it('bring the filter that it began as to the draft again', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (base, draft) => {
        const changes = changesOf(base, draft);
        expect(sameDraft({ ...base, ...changes }, draft)).toBe(true);
        expect(Object.keys(changes).length === 0).toBe(sameDraft(base, draft));
      }),
    );
  });

  it('are none for another order within a list', () => {
    const one: FilterDraft = { ...DRAFT, area: ['riga', 'ogre'] };
    expect(changesOf(one, { ...one, area: ['ogre', 'riga'] })).toEqual({});
    expect(changesOf(one, { ...one, area: ['riga'] })).toEqual({ area: ['riga'] });
  });
});

describe('a name that may be stored', () => {
  it('is every default one', () => {
    for (const name of ['Filter Name', 'Mans filtrs', 'Мой фильтр']) {
      const names = Array.from({ length: 49 }, (_, other) => (other === 0 ? name : `${name} ${other + 1}`));
      expect(filterNameSchema.safeParse(freeName(names, name)).success).toBe(true);
    }
  });
});
