import { QueryClient } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { ApiError } from './api/client.ts';

export { atom, Provider, useAtom, useAtomValue, useSetAtom } from 'jotai';
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

/** Who is signed in, among the things the server was asked. */
export const SESSION_KEY = ['session'] as const;

/** The server no longer knows who calls: asks again who it is, and signs in anew where Telegram vouches for it. */
export function sessionLost(): void {
  // Whoever is just signing in learns of the refusal directly.
  if (queryClient.isFetching({ queryKey: SESSION_KEY }) > 0) return;
  void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

/** The one store of the page, for components through `Provider` and for code outside React. */
export const store = createStore();
store.set(queryClientAtom, queryClient);
