import { QueryClient } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { ApiError } from './api/client.ts';

export { atom, Provider, useAtomValue, useSetAtom } from 'jotai';
export { atomWithQuery } from 'jotai-tanstack-query';

const MAX_RETRIES = 2;
const FRESH_MS = 5000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What one page has just read, the next one need not ask for again.
      staleTime: FRESH_MS,
      // Offline is an error that is shown at once, not a silent wait.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.isTemporary,
    },
  },
});

/** The one store of the page, for components through `Provider` and for code outside React. */
export const store = createStore();
store.set(queryClientAtom, queryClient);
