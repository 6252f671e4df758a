import { createI18n } from '#core/i18n/create-i18n.ts';
import englishFaults from '#core/i18n/locales/en/fault.json' with { type: 'json' };
import latvianFaults from '#core/i18n/locales/lv/fault.json' with { type: 'json' };
import russianFaults from '#core/i18n/locales/ru/fault.json' with { type: 'json' };
import type { Locale } from '#core/i18n/locales.ts';
import { loadChunk } from './routing/load-chunk.ts';

/** What tells of a failed start is on board; all other texts come for the one language that is shown. */
export const i18n = createI18n({
  lv: { fault: latvianFaults },
  en: { fault: englishFaults },
  ru: { fault: russianFaults },
} satisfies Record<Locale, object>);

/** Those that the app begins with, those of the pages that come later, and those of the administrators' pages. */
const PARTS = ['start', 'pages', 'admin'] as const;
export type Part = (typeof PARTS)[number];
type Loader = () => Promise<{ texts: Record<string, object> }>;

const LOADERS: Record<Locale, Record<Part, Loader>> = {
  lv: {
    start: () => import('./texts/lv.ts'),
    pages: () => import('./texts/lv-pages.ts'),
    admin: () => import('./texts/lv-admin.ts'),
  },
  en: {
    start: () => import('./texts/en.ts'),
    pages: () => import('./texts/en-pages.ts'),
    admin: () => import('./texts/en-admin.ts'),
  },
  ru: {
    start: () => import('./texts/ru.ts'),
    pages: () => import('./texts/ru-pages.ts'),
    admin: () => import('./texts/ru-admin.ts'),
  },
};

let shown: Locale | null = null;
const wanted = new Set<Part>(['start']);
const loaded = new Set<string>();

/**
 * Loads the texts of the language and shows them. When they cannot be loaded, the language before stays; before the
 * first one, at least the faults speak it.
 */
export async function showLanguage(locale: Locale): Promise<void> {
  try {
    await loadWanted(locale);
  } catch (error) {
    if (shown === null) await speak(locale);
    throw error;
  }
  await speak(locale);
}

async function speak(locale: Locale): Promise<void> {
  shown = locale;
  document.documentElement.lang = locale;
  await i18n.changeLanguage(locale);
}

/** What a page comes to want while the other texts are on their way is waited for, too. */
async function loadWanted(locale: Locale): Promise<void> {
  let count = 0;
  while (count < wanted.size) {
    count = wanted.size;
    await Promise.all(Array.from(wanted, (part) => loadTexts(locale, part)));
  }
}

/** Lets the texts up to this part come together with the first ones. */
export function wantTexts(part: Part): void {
  for (const each of PARTS.slice(0, PARTS.indexOf(part) + 1)) wanted.add(each);
}

/** Loads the texts up to this part in the language that is shown; before one is, they are only wanted. */
export async function loadTextsOf(part: Part): Promise<void> {
  wantTexts(part);
  if (shown !== null) await loadWanted(shown);
}

async function loadTexts(locale: Locale, part: Part): Promise<void> {
  const chunk = `texts-${locale}-${part}`;
  if (loaded.has(chunk)) return;
  const { texts } = await loadChunk(chunk, LOADERS[locale][part]);
  for (const [namespace, resources] of Object.entries(texts)) i18n.addResourceBundle(locale, namespace, resources);
  loaded.add(chunk);
}
