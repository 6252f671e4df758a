import type { SessionUser } from '#core/contracts/user.ts';
import { ApiError } from '../api/client.ts';
import { getStatus, getUser, logIn, signOut, signUp } from '../api/endpoints.ts';
import { atom, atomWithQuery, queryClient, SESSION_KEY } from '../store.ts';
import type { Launch } from '../telegram/environment.ts';
import { forgetStored, writeStored } from './browser-storage.ts';
import { launchAtom } from './launch.ts';

const CALLS = { getStatus, logIn, signUp };
export type AuthCalls = typeof CALLS;

/** Who is signed in; null for a visitor. Inside Telegram it signs the person in, and up on the first visit. */
export const sessionAtom = atomWithQuery((get) => ({
  queryKey: SESSION_KEY,
  staleTime: Number.POSITIVE_INFINITY,
  // Another tab of the browser may have signed somebody in or out; Telegram's word stays the same.
  refetchOnWindowFocus: get(launchAtom) === null && 'always',
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const user = await signIn(CALLS, get(launchAtom), signal);
    writeStored('user', user && JSON.stringify(user));
    return user;
  },
}));

/**
 * The session that exists, else one by Telegram's word. A session of somebody else does not count: two accounts of one
 * Telegram client may share its cookies.
 */
export async function signIn(
  calls: AuthCalls,
  launch: Launch | null,
  signal: AbortSignal,
): Promise<SessionUser | null> {
  const { user } = await calls.getStatus(signal);
  if (launch === null || user?.telegram_user_id === launch.user.id) return user;
  const identity = { telegram_user_id: launch.user.id, initData: launch.initData };
  try {
    return (await calls.logIn(identity, signal)).user;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'user.unknown')) throw error;
    return (await calls.signUp({ ...identity, first_name: launch.user.firstName }, signal)).user;
  }
}

export const USER_KEY = ['user'];

/** The signed-in user as the server keeps it, language and role included. */
export const userAtom = atomWithQuery(() => ({
  queryKey: USER_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => getUser(signal),
}));

/**
 * Signs out of a browser and forgets what was shown to the person.
 * @returns the page where it lands.
 * @throws ApiError when the session could not be ended; nothing is forgotten then.
 */
export const signOutAtom = atom(null, async (): Promise<string> => {
  const landing = await signOut();
  forgetKept();
  queryClient.clear();
  return landing;
});

/** Takes what the browser keeps of the person out of it, what was not saved, too. */
export function forgetKept(): void {
  const user = queryClient.getQueryData<SessionUser>(SESSION_KEY);
  if (user) forgetStored(`filterDraft.${user.id}.`);
  writeStored('user', null);
  writeStored('begunChange', null);
}
