import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';
import { groupsOf } from '../catalog/brands.ts';
import { AREAS } from '../catalog/options.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { matchableCriteria } from '../filters/filter-criteria.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { loadResources } from '../i18n/node-resources.ts';
import { explainInWords, explanationWords } from './explanation.ts';
import { explainMatch } from './matches.ts';

const texts = createI18n(loadResources());

const bmw: AdFacts = {
  ...unknownCar,
  brand: 'bmw',
  model: '320',
  price: 12_900,
  year: 2017,
  mileage: 158_000,
  volume: 2,
  engine: 'diesel',
  area: 'riga',
  gearBox: 'automatic',
  dealType: 'sell',
};

function explain(criteria: Partial<FilterCriteria>, ad: Partial<AdFacts> = {}, locale: Locale = 'en') {
  const asked = { ...NO_CRITERIA, ...criteria };
  const checks = explainMatch(matchableCriteria(asked), { ...bmw, ...ad }, asked);
  return explainInWords(checks, explanationWords(texts, locale));
}

/** One line for each fact, with plain blanks in place of those that keep a figure and its unit together. */
function lines(criteria: Partial<FilterCriteria>, ad: Partial<AdFacts> = {}, locale: Locale = 'en'): string[] {
  return explain(criteria, ad, locale).facts.map(({ label, wanted, found, ok }) =>
    `${label} | ${wanted} | ${found} | ${ok ? 'fits' : 'does not'}`.replaceAll('\u00a0', ' '),
  );
}

const FAMILY_CAR: Partial<FilterCriteria> = {
  carBrand: 'bmw',
  carModel: ['320', '330', '5-series'],
  priceMin: 2000,
  priceMax: 15_000,
  yearMax: 2015,
  runMax: 200_000,
  volumeMin: 1.6,
  volumeMax: 2,
  engine: ['diesel', 'hybrid'],
  area: ['riga', 'ogre', 'cesis'],
  gearBox: 'automatic',
  checkup: '04.2027',
};

describe('an explanation', () => {
  it.each([
    [
      'lv',
      [
        'Marka | BMW | BMW | fits',
        'Modelis | 320, 330 vai 5. sērija | 320 | fits',
        'Cena | 2 000–15 000 € | 12 900 € | fits',
        'Gads | līdz 2015 | 2017 | does not',
        'Nobraukums | līdz 200 000 km | 158 000 km | fits',
        'Dzinēja tilpums | 1,6–2,0 l | 2,0 l | fits',
        'Dzinējs | dīzelis vai hibrīds | dīzelis | fits',
        'Vieta | Rīga, Ogre vai Cēsis | Rīga | fits',
        'Ātrumkārba | automāts | automāts | fits',
        'Tehniskā apskate | vismaz līdz 04.2027 | nav norādīts | does not',
      ],
      'Pārējais nav svarīgs.',
    ],
    [
      'en',
      [
        'Brand | BMW | BMW | fits',
        'Model | 320, 330 or 5 Series | 320 | fits',
        'Price | 2 000–15 000 € | 12 900 € | fits',
        'Year | up to 2015 | 2017 | does not',
        'Mileage | up to 200 000 km | 158 000 km | fits',
        'Engine volume | 1.6–2.0 l | 2.0 l | fits',
        'Engine | diesel or hybrid | diesel | fits',
        'Area | Riga, Ogre or Cēsis | Riga | fits',
        'Gearbox | automatic | automatic | fits',
        'Inspection | at least until 04.2027 | not stated | does not',
      ],
      'Everything else is open.',
    ],
    [
      'ru',
      [
        'Марка | BMW | BMW | fits',
        'Модель | 320, 330 или 5 серия | 320 | fits',
        'Цена | 2 000–15 000 € | 12 900 € | fits',
        'Год | до 2015 | 2017 | does not',
        'Пробег | до 200 000 км | 158 000 км | fits',
        'Объём двигателя | 1,6–2,0 л | 2,0 л | fits',
        'Двигатель | дизель или гибрид | дизель | fits',
        'Место | Рига, Огре или Цесис | Рига | fits',
        'Коробка передач | автомат | автомат | fits',
        'Техосмотр | минимум до 04.2027 | не указано | does not',
      ],
      'Остальное не важно.',
    ],
  ] as const)('reads so in %s', (locale, expected, rest) => {
    expect(lines(FAMILY_CAR, {}, locale)).toEqual(expected);
    expect(explain(FAMILY_CAR, {}, locale)).toMatchObject({ matches: false, rest });
  });

  it('tells how long an inspection holds', () => {
    expect(lines({ checkup: '04.2027' }, { checkup: '05.2027' })).toEqual([
      'Inspection | at least until 04.2027 | until 05.2027 | fits',
    ]);
  });

  it('says it in one sentence where nothing is asked, and in none where everything is', () => {
    expect(explain({})).toEqual({ matches: true, facts: [], rest: 'The filter asks for nothing: any car will do.' });
    const everything = { ...FAMILY_CAR, bodyType: ['suv'], color: ['red'], dealType: 'sell' } as const;
    expect(explain({ ...everything, bodyType: ['suv'], color: ['red'] }).rest).toBeNull();
  });

  it('says that the volume does not count for electric cars', () => {
    const asked = { engine: ['electric'] as FilterCriteria['engine'], volumeMin: 1.6 };
    expect(lines(asked, { engine: 'electric', volume: null })).toEqual([
      'Engine volume | from 1.6 l, ignored for electric cars | not stated | fits',
      'Engine | electric | electric | fits',
    ]);
  });

  it('names a model that stands for its group, another model and a car that no catalogue knows', () => {
    expect(lines({ carBrand: 'bmw', carModel: ['3-series'] }, { model: '3-series-other' }, 'lv')[1]).toBe(
      'Modelis | 3. sērija | 3. sērija | fits',
    );
    expect(lines({ carBrand: 'bmw', carModel: ['other'] }, { model: 'other' })[1]).toBe(
      'Model | other model | other model | fits',
    );
    expect(lines({ carBrand: 'bmw', carModel: ['320'] }, { brand: 'carmaker', model: '412' })).toEqual([
      'Brand | BMW | carmaker | does not',
      'Model | 320 | 412 | does not',
    ]);
  });

  it('reads each option of a list as one, also one that names two kinds', () => {
    expect(lines({ bodyType: ['coupe', 'van'] }, { bodyType: 'van' }, 'lv')).toEqual([
      'Virsbūve | kupeja/sporta auto vai minivens/busiņš | minivens/busiņš | fits',
    ]);
  });

  it('counts the names of a long list, but tells the one that fits', () => {
    expect(lines({ area: [...AREAS] }, { area: 'valka' })).toEqual([
      `Area | Valka, Riga, Jūrmala, Aizkraukle or ${AREAS.length - 4} more | Valka | fits`,
    ]);
    const groups = groupsOf('bmw').map((group) => group.key);
    const long = [...groups.filter((key) => key !== '3-series'), '3-series'];
    expect(long.length).toBeGreaterThan(5);
    expect(lines({ carBrand: 'bmw', carModel: long })[1]).toMatch(/^Model \| 3 Series, .* or \d+ more \| 320 \| fits$/);
  });

  it('tells a price of nothing and a list of one', () => {
    expect(lines({ priceMax: 0, color: ['red'] }, { price: 0, color: 'black' })).toEqual([
      'Price | up to 0 € | 0 € | fits',
      'Colour | red | black | does not',
    ]);
  });

  it('has words for every filter and ad in every language, and the verdict of the checks', () => {
    fc.assert(
      fc.property(someCriteria, someFacts, fc.constantFrom(...LOCALES), (criteria, ad, locale) => {
        const checks = explainMatch(matchableCriteria(criteria), ad, criteria);
        const { matches, facts } = explainInWords(checks, explanationWords(texts, locale));
        expect(matches).toBe(checks.every((check) => check.ok));
        expect(facts.map((fact) => fact.field)).toEqual(
          checks.filter((check) => check.wanted !== null).map((check) => check.field),
        );
        for (const { label, wanted, found } of facts) {
          for (const text of [label, wanted, found]) expect(text).toMatch(/\S/);
          expect(label + wanted + found).not.toMatch(/\{\{|null|undefined|NaN|:\w|\w\.\w+\./);
        }
      }),
    );
  });
});
