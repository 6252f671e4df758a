import { createI18n } from '#core/i18n/create-i18n.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { texts as latvian } from './texts/lv.ts';

/** Latvian is on board, as it also stands in where another language cannot be loaded. */
export const i18n = createI18n({ lv: latvian }, 'lv');

const LOADERS = {
  lv: async () => ({ texts: latvian }),
  en: () => import('./texts/en.ts'),
  ru: () => import('./texts/ru.ts'),
} satisfies Record<Locale, () => Promise<{ texts: object }>>;

/** Loads the texts of the language and shows them. */
export async function showLanguage(locale: Locale): Promise<void> {
  const { texts } = await LOADERS[locale]();
  for (const [namespace, resources] of Object.entries(texts)) i18n.addResourceBundle(locale, namespace, resources);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}
