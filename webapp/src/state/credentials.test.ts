import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, SESSION_KEY, store } from '../store.ts';
import type { Launch } from '../telegram/environment.ts';
import { USER_KEY } from './auth.ts';
import { accountMovedAtom, beginMessagingAtom, begunChangeAtom, changeUsernameAtom } from './credentials.ts';
import { launchAtom } from './launch.ts';

const LAUNCH = { initData: 'signed', user: { id: 5001, firstName: 'Anna', languageCode: 'lv' } } as Launch;
const VERIFICATION = { id: 'a', deepLink: 'https://t.me/vanags_bot?start=verify_a', expiresAt: '2026-11-21T10:10:00Z' };

let asked: string[];
let removed: string[];

beforeEach(() => {
  asked = [];
  removed = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { localStorage: { removeItem: (key: string) => removed.push(key), setItem: () => {} } });
  queryClient.setQueryData(SESSION_KEY, { id: 1, telegram_user_id: 5001, first_name: 'Anna' });
  queryClient.setQueryData(USER_KEY, { id: 1, username: 'anna' });
});
afterEach(() => {
  store.set(launchAtom, null);
  store.set(begunChangeAtom, null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

function answers(body: object, status = 200): void {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(body, { status });
  });
}

it('a new username is shown at once, a refused one never', async () => {
  answers({ code: 'user.usernameTaken', message: 'Taken.', field: 'username' }, 400);
  const request = { username: 'anna2', currentPassword: 'melna-vārna-7' };
  await expect(store.set(changeUsernameAtom, request)).rejects.toThrow('Taken.');
  expect(queryClient.getQueryData(USER_KEY)).toMatchObject({ username: 'anna' });
  answers({});
  await store.set(changeUsernameAtom, request);
  expect(queryClient.getQueryData(USER_KEY)).toMatchObject({ username: 'anna2' });
});

it('a move that was begun is remembered for its person, and forgotten once it is done', async () => {
  answers({ verification: VERIFICATION });
  await store.set(beginMessagingAtom, { currentPassword: 'melna-vārna-7' });
  expect(store.get(begunChangeAtom)).toEqual({ kind: 'messaging', userId: 1, verification: VERIFICATION });
  store.set(accountMovedAtom);
  expect(store.get(begunChangeAtom)).toBeNull();
  expect(queryClient.getQueryState(USER_KEY)?.isInvalidated).toBe(true);
});

it('inside Telegram nothing is asked in the name of the account that was left, and nothing kept for it', () => {
  answers({});
  store.set(launchAtom, LAUNCH);
  store.set(accountMovedAtom);
  expect(asked).toEqual([]);
  expect(queryClient.getQueryState(SESSION_KEY)?.isInvalidated).toBe(false);
  expect(removed).toContain('user');
});
