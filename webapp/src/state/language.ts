import type { UserResponse } from '#core/contracts/user.ts';
import { resolveLocale } from '#core/i18n/locales.ts';
import { queryClient, SESSION_KEY, store } from '../store.ts';
import { isSessionStorageKept } from '../telegram/session-storage.ts';
import { USER_KEY } from './auth.ts';
import { writeStored } from './browser-storage.ts';
import { showLocaleAtom } from './preferences.ts';
import { saveSettingsAtom } from './settings.ts';

/**
 * Chooses the language for good: with the person who is signed in, and in this browser. The page then begins anew in it.
 * @param language lv, en or ru; `rus` is read as ru.
 * @throws ApiError when the server did not keep it; nothing changes then.
 */
export async function chooseLanguage(language: string): Promise<void> {
  const locale = resolveLocale(language);
  if (queryClient.getQueryData(SESSION_KEY)) await store.set(saveSettingsAtom, { language: locale });
  writeStored('language', locale);
  if (isSessionStorageKept()) return window.location.reload();
  // Without its storage a fresh page would not know that Telegram opened it.
  queryClient.setQueryData<UserResponse>(USER_KEY, (user) => user && { ...user, language: locale });
  await store.set(showLocaleAtom, locale);
}
