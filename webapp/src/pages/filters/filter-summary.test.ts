import { describe, expect, it } from 'vitest';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { texts as english } from '../../texts/en.ts';
import { texts as latvian } from '../../texts/lv.ts';
import { texts as russian } from '../../texts/ru.ts';
import { filterSummary, type NamedCriteria } from './filter-summary.ts';

const i18n = createI18n({ lv: latvian, en: english, ru: russian });

function summary(criteria: Partial<NamedCriteria>, locale: Locale = 'lv'): string {
  const t = i18n.getFixedT<['filters', 'options', 'common']>(locale);
  const facts = filterSummary({ ...NO_CRITERIA, brandName: null, modelNames: [], ...criteria }, { t, locale });
  return facts.join(' · ').replaceAll('\u00a0', ' ');
}

const FAMILY_CAR: Partial<NamedCriteria> = {
  brandName: 'BMW',
  modelNames: ['320', '330'],
  priceMax: 15_000,
  yearMin: 2015,
  engine: ['diesel'],
};

describe('filterSummary', () => {
  it('says what a filter asks for in each language', () => {
    expect(summary(FAMILY_CAR)).toBe('BMW 320, 330 · līdz 15 000 € · no 2015 · dīzelis');
    expect(summary(FAMILY_CAR, 'en')).toBe('BMW 320, 330 · up to 15 000 € · from 2015 · diesel');
    expect(summary(FAMILY_CAR, 'ru')).toBe('BMW 320, 330 · до 15 000 € · с 2015 · дизель');
  });

  it('says that nothing is asked', () => {
    expect(summary({})).toBe('Visas markas');
  });

  it('words ranges by the bounds they have', () => {
    const bounds = { priceMin: 5000, priceMax: 15_000, yearMin: 2015, yearMax: 2018, volumeMin: 1.6, volumeMax: 2 };
    expect(summary(bounds)).toBe('Visas markas · 5 000–15 000 € · 2015–2018 · 1,6–2,0 l');
    expect(summary({ yearMin: 2018, yearMax: 2018, priceMin: 0 }, 'en')).toBe('All brands · from 0 € · 2018');
    expect(summary({ runMax: 180_000 }, 'ru')).toBe('Все марки · до 180 000 км');
  });

  it('names the make alone where all its models are wanted', () => {
    expect(summary({ brandName: 'BMW', priceMax: 9000 })).toBe('BMW · līdz 9 000 €');
  });

  it('counts the names of a long list', () => {
    expect(summary({ area: ['riga', 'jelgava', 'ogre', 'cesis', 'valka'] })).toBe(
      'Visas markas · Rīga, Jelgava, Ogre +2',
    );
  });

  it('keeps short forms as they are written', () => {
    expect(summary({ bodyType: ['suv', 'sedan'] }, 'en')).toBe('All brands · SUV, off-road, sedan');
  });

  it('counts what would not fit on two lines', () => {
    const everything: Partial<NamedCriteria> = {
      ...FAMILY_CAR,
      runMax: 200_000,
      gearBox: 'manual',
      color: ['red'],
      checkup: '04.2027',
    };
    expect(summary(everything)).toBe('BMW 320, 330 · līdz 15 000 € · no 2015 · līdz 200 000 km · vēl 4');
  });

  it('says the inspection month', () => {
    expect(summary({ checkup: '04.2027', gearBox: 'automatic' }, 'en')).toBe(
      'All brands · automatic · inspection until 04.2027 or later',
    );
  });
});
