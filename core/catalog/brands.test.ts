import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BRANDS,
  brandName,
  expandModels,
  findBrand,
  groupsOf,
  isKnownBrand,
  isKnownModel,
  modelName,
  modelsOf,
  OTHER_MODEL,
} from './brands.ts';
import { ALL } from './options.ts';
import { spelling } from './recognise.ts';

const KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const OF_THE_MARKET =
  'alfa-romeo audi bmw cadillac chevrolet chrysler citroen cupra dacia daewoo dodge fiat ford gaz honda hummer hyundai ' +
  'infiniti isuzu iz jaguar jeep kia lancia land-rover lexus lincoln mazda mercedes mini mitsubishi moskvich nissan opel ' +
  'peugeot pontiac porsche renault rover saab seat skoda smart ssangyong subaru suzuki toyota uaz vaz volkswagen volvo zaz';
const OF_THE_SPECIFICATION =
  'peugeot polestar pontiac porsche ram renault rolls-royce rover saab seat seres skoda smart ssangyong subaru suzuki ' +
  'swm tesla toyota vaz volkswagen volvo zaz';
const PROTOTYPE_NAMES = ['toString', 'hasOwnProperty', 'constructor', '__proto__'];

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

describe('the brand catalogue', () => {
  it.each(`${OF_THE_MARKET} ${OF_THE_SPECIFICATION}`.split(' '))('has %s', (key) => {
    expect(isKnownBrand(key)).toBe(true);
  });

  it('has brands with keys of their own, in the order of their names', () => {
    const keys = BRANDS.map(({ key }) => key);
    expect(keys.filter((key) => !KEY.test(key) || key === ALL)).toEqual([]);
    expect(repeated(keys)).toEqual([]);
    const names = BRANDS.map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare));
  });

  it.each(BRANDS.map((brand) => [brand.key, brand] as const))('%s names each of its models once', (_key, brand) => {
    const keys = [...brand.models, ...brand.groups].map(({ key }) => key);
    expect(keys.filter((key) => !KEY.test(key) || key === ALL)).toEqual([]);
    expect(repeated(keys)).toEqual([]);
    expect(keys.length).toBeGreaterThan(1);
    expect(brand.models.at(-1)?.key).toBe(OTHER_MODEL);
    const spellings = brand.models.flatMap(({ key, name, aliases }) => [
      ...new Set([key, name, ...aliases].map(spelling)),
    ]);
    expect(repeated(spellings)).toEqual([]);
  });

  it('has no spelling that names two brands', () => {
    const spellings = BRANDS.flatMap(({ key, name, aliases }) => [...new Set([key, name, ...aliases].map(spelling))]);
    expect(repeated(spellings)).toEqual([]);
  });

  it('has groups of at least two models that know their group, one of them for ads that name the line only', () => {
    for (const brand of BRANDS) {
      for (const group of brand.groups) {
        const members = brand.models.filter((model) => model.group === group.key);
        expect(members.map(({ key }) => key).sort()).toEqual([...group.members].sort());
        expect(members.length).toBeGreaterThan(2);
        expect(members.filter(({ unstated }) => unstated).map(({ key }) => key)).toEqual([`${group.key}-other`]);
      }
    }
  });

  it('groups the lines that the market splits', () => {
    expect(groupsOf('bmw').map(({ key }) => key)).toContain('3-series');
    expect(groupsOf('mercedes').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['A-Class', 'C-Class', 'GLC-Class']),
    );
    expect(groupsOf('volkswagen').map(({ key }) => key)).toEqual(['golf', 'passat', 'transporter']);
  });
});

describe('look-ups', () => {
  it('name what is known and repeat what is not', () => {
    expect(brandName('mercedes')).toBe('Mercedes-Benz');
    expect(modelName('volvo', 'xc-90')).toBe('XC 90');
    expect(modelName('bmw', '3-series')).toBe('3 Series');
    expect(brandName('flying-carpet')).toBe('flying-carpet');
    expect(modelName('volvo', 'flying-carpet')).toBe('flying-carpet');
  });

  it('take a group for a model, but not a model of another make', () => {
    expect(isKnownModel('bmw', '3-series')).toBe(true);
    expect(isKnownModel('bmw', '320')).toBe(true);
    expect(isKnownModel('audi', '320')).toBe(false);
    expect(isKnownModel('flying-carpet', OTHER_MODEL)).toBe(false);
    expect(isKnownBrand(ALL)).toBe(false);
  });

  it.each(PROTOTYPE_NAMES)('do not know %s', (key) => {
    expect(findBrand(key)).toBeUndefined();
    expect(modelsOf(key)).toEqual([]);
    expect(groupsOf(key)).toEqual([]);
    expect(isKnownModel('bmw', key)).toBe(false);
    expect(brandName(key)).toBe(key);
    expect(modelName('bmw', key)).toBe(key);
    expect(expandModels('bmw', [key])).toEqual([key]);
    expect(expandModels(key, [key])).toEqual([key]);
  });
});

describe('expandModels', () => {
  const brand = fc.constantFrom(...BRANDS);
  const choice = brand.chain(({ key, models, groups }) =>
    fc.tuple(
      fc.constant(key),
      fc.array(fc.oneof(fc.constantFrom(...[...models, ...groups].map((one) => one.key)), fc.string())),
    ),
  );

  it('puts the members in the place of a group', () => {
    expect(expandModels('volkswagen', ['polo', 'golf', 'golf-4'])).toEqual(
      expect.arrayContaining(['polo', 'golf-4', 'golf-plus', 'golf-other']),
    );
    expect(expandModels('volkswagen', ['golf'])).not.toContain('golf');
  });

  it('repeats nothing, leaves no group, keeps every other key, and changes nothing the second time', () => {
    fc.assert(
      fc.property(choice, ([key, chosen]) => {
        const groups = new Map(groupsOf(key).map((group) => [group.key, group.members]));
        const expanded = expandModels(key, chosen);
        expect(repeated(expanded)).toEqual([]);
        expect(new Set(expanded)).toEqual(new Set(chosen.flatMap((one) => groups.get(one) ?? [one])));
        expect(expandModels(key, expanded)).toEqual(expanded);
      }),
    );
  });
});
