import { DEFAULT_LOCALE, type Locale, resolveLocale } from '#core/i18n/locales.ts';
import { showLanguage } from '../i18n.ts';
import { atom, queryClient, SESSION_KEY } from '../store.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { launchAtom } from './launch.ts';
import { type ClientColors, isDarkTheme, paletteOf } from './palette.ts';

export type Theme = 'light' | 'dark';

/** The language that is shown. */
export const localeAtom = atom<Locale>(DEFAULT_LOCALE);

/** Shows the language and keeps it for the next visit. */
export const showLocaleAtom = atom(null, async (get, set, locale: Locale) => {
  await showLanguage(locale);
  const isOther = locale !== get(localeAtom);
  set(localeAtom, locale);
  writeStored('language', locale);
  // The server words some of its answers, such as the names of models. Who is signed in is no such answer.
  const isWorded = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== SESSION_KEY[0];
  if (isOther) void queryClient.invalidateQueries({ predicate: isWorded });
});

/** Shows the language to begin with. It is not kept: nobody chose it yet. */
export const showFirstLocaleAtom = atom(null, async (get, set) => {
  const locale = firstLocale(readStored('language'), get(launchAtom)?.user.languageCode ?? null);
  await showLanguage(locale);
  set(localeAtom, locale);
});

/** The language before anybody asked the server: the stored choice, else Telegram's, else Latvian. */
export function firstLocale(stored: string | null, telegram: string | null): Locale {
  return resolveLocale([stored, telegram].filter(Boolean).join(','));
}

/** Colours of the Telegram client; null in a plain browser. */
export const clientColorsAtom = atom<ClientColors | null>(null);

/** The theme that the person chose in this browser; null while it follows the client. */
export const chosenThemeAtom = atom<string | null>(readStored('theme'));

/** Keeps the choice and shows it where it is another one; null follows the client again. */
export const chooseThemeAtom = atom(null, (get, set, theme: Theme | null) => {
  if (theme === get(chosenThemeAtom)) return;
  writeStored('theme', theme);
  set(chosenThemeAtom, theme);
});

/** The theme that is shown. */
export const themeAtom = atom((get) => themeFor(get(chosenThemeAtom), get(clientColorsAtom)));

/** The `--v-*` colours inside Telegram; null in a browser, whose colours stand in the style sheet. */
export const paletteAtom = atom((get) => {
  const colors = get(clientColorsAtom);
  const isDark = get(themeAtom) === 'dark';
  if (colors === null) return null;
  // A chosen theme that is not the client's own cannot use the client's colours.
  return paletteOf(isDarkTheme(colors) === isDark ? colors : {}, isDark);
});

/** The stored choice, else the scheme of Telegram, else light. */
export function themeFor(stored: string | null, client: ClientColors | null): Theme {
  if (stored === 'light' || stored === 'dark') return stored;
  return client && isDarkTheme(client) ? 'dark' : 'light';
}
