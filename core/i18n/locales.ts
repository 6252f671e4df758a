export const LOCALES = ['lv', 'en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'lv';

/**
 * The first language of ours that a tag or an `Accept-Language` header names, else Latvian.
 * `rus` is how the main menu of the specification spells Russian.
 */
export function resolveLocale(tag: string | null | undefined): Locale {
  for (const part of (tag ?? '').slice(0, 200).split(',')) {
    const language = part.trim().split(/[-_;]/)[0]?.toLowerCase();
    const known = language === 'rus' ? 'ru' : language;
    const locale = LOCALES.find((candidate) => candidate === known);
    if (locale) return locale;
  }
  return DEFAULT_LOCALE;
}
