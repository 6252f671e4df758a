import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, SESSION_KEY, store } from '../store.ts';
import { deleteAccountAtom, forgetAccountAtom } from './account.ts';
import { signOutAtom } from './auth.ts';
import { problemDraftAtom } from './drafts.ts';

/** As browsers have it: what is kept are properties of its own. */
class KeptData {
  [key: string]: unknown;
  constructor(kept: Readonly<Record<string, string>>) {
    Object.assign(this, kept);
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let localStorage: KeptData;

beforeEach(() => {
  localStorage = new KeptData({
    user: '{"id":1}',
    theme: 'dark',
    'filterDraft.1.new': '{}',
    'filterDraft.1.7': '{}',
    'filterDraft.12.new': '{}',
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { localStorage });
  queryClient.setQueryData(SESSION_KEY, { id: 1, telegram_user_id: 5001, first_name: 'Anna' });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const answers = (body: object, status = 200) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const kept = () => Object.keys(localStorage);

it('a deleted account takes what was not saved along, but not that of others', async () => {
  answers({});
  await store.set(deleteAccountAtom);
  expect(kept()).toEqual(['theme', 'filterDraft.12.new']);
});

it('an account that is still there loses nothing', async () => {
  answers({ code: 'user.adminDelete', message: 'No.' }, 409);
  await expect(store.set(deleteAccountAtom)).rejects.toThrow('No.');
  expect(kept()).toHaveLength(5);
});

it('who signs out leaves nothing of theirs behind', async () => {
  answers({ redirect: '/' });
  expect(await store.set(signOutAtom)).toBe('/');
  expect(kept()).toEqual(['theme', 'filterDraft.12.new']);
});

it('what was written to us is forgotten with the account', () => {
  store.set(problemDraftAtom, 'Nothing works');
  store.set(forgetAccountAtom);
  expect(store.get(problemDraftAtom)).toBe('');
  expect(queryClient.getQueryData(SESSION_KEY)).toBeUndefined();
});
