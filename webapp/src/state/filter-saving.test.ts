import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, store } from '../store.ts';
import { deleteFilterAtom } from './filter-saving.ts';
import { FILTERS_KEY } from './filters.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  queryClient.setQueryData(FILTERS_KEY, [{ id: 7 }, { id: 8 }]);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const answers = (status: number, body: object) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));

it.each([
  ['deleted', 200, {}],
  ['gone already', 404, { code: 'filter.notFound', message: 'Filter not found.' }],
])('a filter that is %s leaves the list', async (_case, status, body) => {
  answers(status, body);
  await store.set(deleteFilterAtom, 7);
  expect(queryClient.getQueryData(FILTERS_KEY)).toEqual([{ id: 8 }]);
});

it('a filter that could not be deleted stays', async () => {
  answers(503, { code: 'service.notReady', message: 'Wait.' });
  await expect(store.set(deleteFilterAtom, 7)).rejects.toThrow('Wait.');
  expect(queryClient.getQueryData(FILTERS_KEY)).toEqual([{ id: 7 }, { id: 8 }]);
});
