import { type Query, QueryClient } from '@tanstack/query-core';
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

let isSigningInAgain = false;

/**
 * The server no longer knows who calls: asks again who it is, signs in anew where Telegram vouches for the person, and
 * reads what was refused meanwhile once more.
 */
export async function sessionLost(): Promise<void> {
  // Whoever is just signing in learns of the refusal directly, and a second refusal in a row is final.
  if (isSigningInAgain || queryClient.isFetching({ queryKey: SESSION_KEY }) > 0) return;
  isSigningInAgain = true;
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  if (queryClient.getQueryData(SESSION_KEY)) await readAgain(isUnauthenticated);
  isSigningInAgain = false;
}

/** Reads everything on the page once more that could not be read. */
export function retryFailed(): Promise<void> {
  return readAgain((error) => error !== null);
}

/** What is being read already is not asked for twice. */
function readAgain(isMeant: (error: unknown) => boolean): Promise<void> {
  const failed = { type: 'active', predicate: ({ state }: Query) => isMeant(state.error) } as const;
  return queryClient.refetchQueries(failed, { cancelRefetch: false });
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The one store of the page, for components through `Provider` and for code outside React. */
export const store = createStore();
store.set(queryClientAtom, queryClient);
