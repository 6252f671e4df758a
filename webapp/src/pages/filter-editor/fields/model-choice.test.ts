import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Brand, findBrand, type ModelGroup } from '#core/catalog/brands.ts';
import { isModelChosen, pickableMembers, toggleGroup, toggleModel } from './model-choice.ts';

const bmw = findBrand('bmw') as Brand;
const three = bmw.groups.find(({ key }) => key === '3-series') as ModelGroup;
const membersOf = (group: ModelGroup) => pickableMembers(bmw, group).map((model) => model.key);
const threes = membersOf(three);
const pickable = bmw.models.filter((model) => !model.unstated).map((model) => model.key);

const checked = (chosen: readonly string[]) => pickable.filter((key) => isModelChosen(bmw, chosen, key));

/** No key twice, and no member beside its group. */
function expectTidy(chosen: readonly string[]): void {
  expect(new Set(chosen).size).toBe(chosen.length);
  const covered = bmw.groups.filter(({ key }) => chosen.includes(key)).flatMap(({ members }) => members);
  expect(covered.filter((key) => chosen.includes(key))).toEqual([]);
}

/** A tap on a model, or on the whole of a group. */
const tap = fc.oneof(
  fc.constantFrom(...pickable).map((model) => ({ members: [model], group: null })),
  fc.constantFrom(...bmw.groups).map((line) => ({ members: membersOf(line), group: line })),
);

describe('the choice of models', () => {
  it('checks and unchecks what is tapped, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(tap, { maxLength: 40 }), (taps) => {
        const expected = new Set<string>();
        let chosen: string[] = [];
        for (const { members, group } of taps) {
          const isWhole = members.every((key) => expected.has(key));
          for (const key of members) isWhole ? expected.delete(key) : expected.add(key);
          chosen = group ? toggleGroup(bmw, chosen, group) : toggleModel(bmw, chosen, members[0] ?? '');
          expect(checked(chosen)).toEqual(pickable.filter((key) => expected.has(key)));
          expectTidy(chosen);
        }
      }),
    );
  });

  it('puts a whole series in the place of its members', () => {
    expect(toggleGroup(bmw, ['320', 'x5', '330'], three)).toEqual(['x5', '3-series']);
    expect(toggleGroup(bmw, ['x5', '3-series'], three)).toEqual(['x5']);
  });

  it('keeps the other members when one of a whole series is taken away', () => {
    const chosen = toggleModel(bmw, ['3-series', 'x5'], '320');
    expect(chosen).toEqual([...threes.filter((key) => key !== '320'), 'x5']);
    expect(toggleModel(bmw, chosen, '320')).toEqual(['x5', '3-series']);
  });

  it('keeps what the catalogue does not know', () => {
    expect(toggleModel(bmw, ['forgotten'], '320')).toEqual(['forgotten', '320']);
    expect(toggleGroup(bmw, ['forgotten', '320'], three)).toEqual(['forgotten', '3-series']);
  });

  it('never offers the member for ads that name the series only', () => {
    expect(threes).not.toContain('3-series-other');
    expect(checked(['3-series'])).toEqual(pickable.filter((key) => threes.includes(key)));
  });
});
