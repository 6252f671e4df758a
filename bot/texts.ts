import type { i18n, TFunction } from 'i18next';
import type { Locale } from '#core/i18n/locales.ts';

const NAMESPACES = ['bot', 'common', 'options', 'errors'] as const;

/** Gives a text of the `bot` texts; others are named with their file: `options:area.riga`. */
export type Translate = TFunction<typeof NAMESPACES>;

export function translator(texts: i18n, locale: Locale): Translate {
  return texts.getFixedT(locale, NAMESPACES);
}
