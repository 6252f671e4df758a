import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChoiceGroup, isFound, searchGroups } from './search-text.ts';

describe('isFound', () => {
  it.each([
    ['Škoda', 'skoda'],
    ['Skoda', 'ŠKO'],
    ['Rēzekne', 'reze'],
    ['Чёрный', 'черн'],
    ['Mercedes-Benz', 'benz'],
    ['Mercedes-Benz', 'mercedesb'],
    ['CR-V', 'cr v'],
    ['CR-V', 'crv'],
    ['C220', '220'],
    ['Golf 4', 'golf4'],
    ['3. sērija', '3 serija'],
  ])('finds %j by %j', (text, query) => {
    expect(isFound(text, query)).toBe(true);
  });

  it.each([
    ['Golf', 'olf'],
    ['Škoda', 'seat'],
    ['320', '20'],
    ['BMW', 'bmww'],
  ])('does not find %j by %j', (text, query) => {
    expect(isFound(text, query)).toBe(false);
  });

  it('finds every text by its beginning, in any case', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, end) => {
        expect(isFound(text, text.slice(0, end).toUpperCase().toLowerCase())).toBe(true);
      }),
    );
  });
});

describe('searchGroups', () => {
  const groups: ChoiceGroup[] = [
    { key: '3-series', title: '3. sērija', spellings: ['3 Series'], choices: [{ key: '320', name: '320' }] },
    { key: 'x', title: null, choices: ['X3', 'X5'].map((name) => ({ key: name.toLowerCase(), name })) },
  ];
  const found = (query: string) => searchGroups(groups, query).flatMap(({ choices }) => choices.map(({ key }) => key));

  it('leaves all when nothing is sought', () => {
    expect(found('')).toEqual(['320', 'x3', 'x5']);
    expect(found(' .')).toEqual(['320', 'x3', 'x5']);
  });

  it('finds entries, whole groups by their heading, and says when there is nothing', () => {
    expect(found('x5')).toEqual(['x5']);
    expect(found('3')).toEqual(['320', 'x3']);
    expect(found('3 series')).toEqual(['320']);
    expect(searchGroups(groups, 'golf')).toEqual([]);
  });

  it('finds entries by their other spellings', () => {
    const brands = [{ key: 'b', title: null, choices: [{ key: 'audi', name: 'Audi', spellings: ['Ауди'] }] }];
    expect(searchGroups(brands, 'ауди')).toEqual(brands);
  });
});
