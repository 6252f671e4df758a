import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../contracts/error-codes.ts';
import { NAMESPACES } from './create-i18n.ts';
import { LOCALES, type Locale } from './locales.ts';

/** By CLDR, as Node knows it; `zero` is a form of Latvian grammar. */
const pluralForms = (locale: Locale) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

function texts(locale: Locale, namespace: string): Map<string, string> {
  const file = new URL(`./locales/${locale}/${namespace}.json`, import.meta.url);
  const found = new Map<string, string>();
  const walk = (node: unknown, path: string) => {
    if (typeof node === 'string') found.set(path, node);
    else for (const [key, child] of Object.entries(node as object)) walk(child, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')), '');
  return found;
}

const params = (text: string) =>
  [...new Set(text.match(/\{\{\s*[\w.]+/g)?.map((hit) => hit.replace(/\W/g, '')))].sort();

describe.each([...NAMESPACES])('texts of %s', (namespace) => {
  const base = texts('lv', namespace);
  const meanings = new Set([...base.keys()].map((key) => key.replace(PLURAL_ENDING, '')));

  it.each([...LOCALES])('say the same things in %s', (locale) => {
    const keys = [...texts(locale, namespace).keys()];
    expect(new Set(keys.map((key) => key.replace(PLURAL_ENDING, '')))).toEqual(meanings);
  });

  it.each([...LOCALES])('have every plural form in %s', (locale) => {
    const own = texts(locale, namespace);
    for (const key of own.keys()) {
      if (!PLURAL_ENDING.test(key)) continue;
      const meaning = key.replace(PLURAL_ENDING, '');
      for (const form of pluralForms(locale)) expect(own.has(`${meaning}_${form}`), `${meaning}_${form}`).toBe(true);
    }
  });

  it.each([...LOCALES])('name the same values in %s', (locale) => {
    const own = texts(locale, namespace);
    for (const [key, text] of base) {
      const other = own.get(key);
      if (other !== undefined && !PLURAL_ENDING.test(key)) expect(params(other), key).toEqual(params(text));
    }
  });

  it('are not empty', () => {
    for (const locale of LOCALES)
      for (const [key, text] of texts(locale, namespace)) expect(text.trim(), key).not.toBe('');
  });
});

it('the page “How it works” has its pictures in every language and theme', () => {
  for (const picture of ['filter', 'alert'])
    for (const locale of LOCALES)
      for (const theme of ['light', 'dark']) {
        const file = `webapp/public/how-it-works/${picture}-${locale}-${theme}.webp`;
        expect(existsSync(new URL(`../../${file}`, import.meta.url)), `${file} (npm run pictures)`).toBe(true);
      }
});

it('every error code has a text', () => {
  const found = texts('lv', 'errors');
  for (const code of ERROR_CODES) expect(found.has(code), code).toBe(true);
});

describe('texts of the pages', () => {
  const root = new URL('../../', import.meta.url);
  const source = globSync(['webapp/src/**/*.{ts,tsx}', 'core/i18n/*-texts.ts'], { cwd: root })
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  /** Beginnings of keys that are put together, as in `role.${role}`. */
  const beginnings = Array.from(source.matchAll(/[`:]((?:\w+\.)+)\$\{/g), ([, beginning = '']) => beginning);
  const isUsed = (key: string) =>
    new RegExp(`['\`:]${key.replaceAll('.', '\\.')}['\`]`).test(source) ||
    beginnings.some((beginning) => key.startsWith(beginning));

  it.each(['fault', 'webapp', 'filters', 'editor', 'account', 'pages', 'signin', 'register'])(
    'are all shown somewhere (%s)',
    (namespace) => {
      const keys = [...texts('lv', namespace).keys()].map((key) => key.replace(PLURAL_ENDING, ''));
      expect([...new Set(keys)].filter((key) => !isUsed(key))).toEqual([]);
    },
  );
});
