import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, SESSION_KEY, store } from '../store.ts';
import { USER_KEY } from './auth.ts';
import { FILTERS_KEY } from './filters.ts';
import { chooseLanguage } from './language.ts';
import { chooseThemeAtom, localeAtom, themeAtom } from './preferences.ts';

class Storage {
  readonly kept = new Map<string, string>();
  readonly setItem = vi.fn((key: string, value: string) => void this.kept.set(key, value));
  readonly getItem = (key: string) => this.kept.get(key) ?? null;
  readonly removeItem = (key: string) => void this.kept.delete(key);
}

let localStorage = new Storage();
const reload = vi.fn();
const sent = vi.fn();

function serverAnswers(status: number, body: object): void {
  vi.stubGlobal('fetch', async (_path: string, init: { body?: string }) => {
    sent(JSON.parse(init.body ?? '{}'));
    return Response.json(body, { status });
  });
}

beforeEach(() => {
  localStorage = new Storage();
  vi.stubGlobal('Storage', Storage);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { localStorage, sessionStorage: new Storage(), location: { reload } });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('keeps a visitor’s language in the browser and loads the page anew', async () => {
  serverAnswers(500, {});
  await chooseLanguage('rus');
  expect(localStorage.getItem('language')).toBe('ru');
  expect(sent).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

it('keeps the language with the person who is signed in', async () => {
  queryClient.setQueryData(SESSION_KEY, { id: 1, telegram_user_id: 5001, first_name: 'Anna' });
  const settings = { alerts: true, delivery: 'instant', quietFrom: null, quietTo: null, timeZone: 'Europe/Riga' };
  serverAnswers(200, { ...settings, language: 'en', reachable: true, testAlert: null });
  await chooseLanguage('en');
  expect(sent).toHaveBeenCalledExactlyOnceWith({ language: 'en' });
  expect(localStorage.getItem('language')).toBe('en');
});

it('is shown at once, and taken for the person’s own, where a fresh page would be lost', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { localStorage, sessionStorage: {}, location: { reload } });
  const anna = { id: 1, telegram_user_id: 5001, first_name: 'Anna' };
  queryClient.setQueryData(SESSION_KEY, anna);
  queryClient.setQueryData(USER_KEY, { ...anna, role: 'basic', language: 'lv' });
  queryClient.setQueryData(FILTERS_KEY, []);
  const settings = { alerts: true, delivery: 'instant', quietFrom: null, quietTo: null, timeZone: 'Europe/Riga' };
  serverAnswers(200, { ...settings, language: 'en', reachable: true, testAlert: null });
  await chooseLanguage('en');
  expect(reload).not.toHaveBeenCalled();
  expect(store.get(localeAtom)).toBe('en');
  expect(queryClient.getQueryData(USER_KEY)).toMatchObject({ language: 'en' });
  expect(queryClient.getQueryState(FILTERS_KEY)).toMatchObject({ isInvalidated: true });
  expect(queryClient.getQueryState(SESSION_KEY)).toMatchObject({ isInvalidated: false });
});

it('changes nothing when the server did not keep it', async () => {
  queryClient.setQueryData(SESSION_KEY, { id: 1, telegram_user_id: 5001, first_name: 'Anna' });
  serverAnswers(500, { code: 'service.internal', message: 'Internal server error.' });
  await expect(chooseLanguage('en')).rejects.toThrow('Internal server error.');
  expect(localStorage.getItem('language')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

it('changes the theme only to another one', () => {
  store.set(chooseThemeAtom, 'dark');
  store.set(chooseThemeAtom, 'dark');
  expect(store.get(themeAtom)).toBe('dark');
  expect(localStorage.setItem).toHaveBeenCalledExactlyOnceWith('theme', 'dark');
});
