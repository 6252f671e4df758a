import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let texts: typeof import('./i18n.ts');
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: {} });
  texts = await import('./i18n.ts');
});
afterEach(() => {
  vi.doUnmock('./texts/ru.ts');
  vi.unstubAllGlobals();
});

/** The file is asked for over the network, and does not come. */
function loseRussian(): void {
  vi.doMock('./texts/ru.ts', () => {
    throw new TypeError('Failed to fetch');
  });
}

const shown = () => [texts.i18n.language, document.documentElement.lang];

it('shows a language with the texts of the pages, also when a page comes to want them meanwhile', async () => {
  await texts.showLanguage('lv');
  const other = texts.showLanguage('ru');
  await texts.loadTextsOf('pages');
  await other;
  expect(shown()).toEqual(['ru', 'ru']);
  expect(texts.i18n.hasResourceBundle('ru', 'editor')).toBe(true);
});

it('stays in the language that is shown when the texts of another one do not come', async () => {
  loseRussian();
  await texts.showLanguage('lv');
  await expect(texts.showLanguage('ru')).rejects.toThrow('Loading chunk texts-ru-start failed');
  expect(shown()).toEqual(['lv', 'lv']);
});

it('tells of a failed start in the first language', async () => {
  loseRussian();
  await expect(texts.showLanguage('ru')).rejects.toThrow('Loading chunk texts-ru-start failed');
  expect(shown()).toEqual(['ru', 'ru']);
  expect(texts.i18n.t('fault:failure.retry')).toMatch(/^[А-Я]/);
});
