import { describe, expect, it } from 'vitest';
import en from '../i18n/locales/en/options.json' with { type: 'json' };
import lv from '../i18n/locales/lv/options.json' with { type: 'json' };
import ru from '../i18n/locales/ru/options.json' with { type: 'json' };
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES, SELLERS } from './options.ts';

const LISTS = {
  engine: ENGINES,
  gearbox: GEARBOXES,
  bodyType: BODY_TYPES,
  color: COLORS,
  area: AREAS,
  dealType: DEAL_TYPES,
  seller: SELLERS,
} as const;
const LISTS_BY_NAME = Object.entries(LISTS) as [keyof typeof LISTS, readonly string[]][];

describe.each(Object.entries({ lv, en, ru }))('the option texts in %s', (_locale, texts) => {
  it.each(LISTS_BY_NAME)('label every %s, each differently', (list, keys) => {
    expect(Object.keys(texts[list])).toEqual(keys);
    const labels = Object.values(texts[list]);
    expect(labels.every((label) => label.trim() !== '')).toBe(true);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('say "all", "any", another model, and a group of models by its stem', () => {
    expect(texts.all && texts.any && texts.model.other).toBeTruthy();
    expect(Object.keys(texts.modelGroup)).toEqual(['series', 'class', 'line']);
    expect(Object.values(texts.modelGroup).every((text) => text.includes('{{stem}}'))).toBe(true);
  });

  it('have the keys of the Latvian texts', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(lv));
  });
});

it('no option has the key of "all"', () => {
  expect(Object.values(LISTS).flat()).not.toContain(ALL);
});
