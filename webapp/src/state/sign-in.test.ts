import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, SESSION_KEY, store } from '../store.ts';
import { problemDraftAtom } from './drafts.ts';
import { enterAtom } from './sign-in.ts';

const ANNA = { id: 1, telegram_user_id: 5001, first_name: 'Anna' };
const OLGA = { id: 3, telegram_user_id: 5003, first_name: 'Ольга' };
const FILTERS = ['filters'];

beforeEach(() => {
  const storage = { setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage });
  store.set(problemDraftAtom, 'Nothing works');
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows nobody what the person before them was shown', async () => {
  queryClient.setQueryData(SESSION_KEY, OLGA);
  queryClient.setQueryData(FILTERS, ['Olga’s']);
  queryClient.setQueryData(['config'], 'for everybody');
  await store.set(enterAtom, ANNA, null);
  expect(queryClient.getQueryData(SESSION_KEY)).toEqual(ANNA);
  expect(queryClient.getQueryData(FILTERS)).toBeUndefined();
  expect(queryClient.getQueryData(['config'])).toBe('for everybody');
});

it.each([
  ['keeps what they began to write before their session ended', ANNA.id, 'Nothing works'],
  ['forgets what somebody else began to write', OLGA.id, ''],
])('%s', async (_, lastUserId, draft) => {
  queryClient.setQueryData(SESSION_KEY, null);
  await store.set(enterAtom, ANNA, lastUserId);
  expect(store.get(problemDraftAtom)).toBe(draft);
});

it('an answer of before knows nobody, and comes too late', async () => {
  let answer = (_user: null): void => {};
  const asked = queryClient.fetchQuery({
    queryKey: SESSION_KEY,
    queryFn: () => new Promise<null>((resolve) => (answer = resolve)),
  });
  const told = asked.catch(() => 'given up');
  await store.set(enterAtom, ANNA, null);
  answer(null);
  await told;
  expect(queryClient.getQueryData(SESSION_KEY)).toEqual(ANNA);
});
