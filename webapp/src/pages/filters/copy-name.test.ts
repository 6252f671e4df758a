import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterNameKey, filterNameSchema } from '#core/contracts/filter-name.ts';
import { copyName } from './copy-name.ts';

it.each([
  ['Golf', ['Golf'], 'Golf 2'],
  ['Golf', ['Golf', 'golf 2'], 'Golf 3'],
  ['Golf 2', ['Golf', 'Golf 2'], 'Golf 3'],
  ['Audi 80', ['Audi 80'], 'Audi 80 2'],
  ['Volvo ģimenei lv', ['Volvo ģimenei lv'], 'Volvo ģimenei 2'],
  ['Ģimenes auto ir', ['Ģimenes auto ir'], 'Ģimenes auto 2'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', [], '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 2'],
])('a copy of %s beside %j is %s', (name, taken, expected) => {
  expect(copyName(name, taken)).toBe(expected);
});

it('names a copy as the server stores it and as no other filter is called', () => {
  const stored = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 15 })
    .filter((name) => filterNameSchema.safeParse(name).success)
    .map((name) => filterNameSchema.parse(name));
  fc.assert(
    fc.property(stored, fc.array(stored, { maxLength: 49 }), (name, others) => {
      const copy = copyName(name, [name, ...others]);
      expect(filterNameSchema.parse(copy)).toBe(copy);
      expect([name, ...others].map(filterNameKey)).not.toContain(filterNameKey(copy));
    }),
  );
});
