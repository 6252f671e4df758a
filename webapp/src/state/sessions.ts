import type { SessionsResponse } from '#core/contracts/sessions.ts';
import { endOtherSessions, getSessions } from '../api/account-endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

export const SESSIONS_KEY = ['sessions'];

/** Where the user is signed in. */
export const sessionsAtom = atomWithQuery(() => ({
  queryKey: SESSIONS_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => getSessions(signal),
}));

/**
 * Signs the user out everywhere but here. The list is not read anew: inside Telegram, a client without cookies is no
 * longer let in until the app is opened again, and the person shall first hear that it worked.
 * @throws ApiError when the others may be signed in still.
 */
export const endOtherSessionsAtom = atom(null, async (): Promise<void> => {
  await endOtherSessions();
  await queryClient.cancelQueries({ queryKey: SESSIONS_KEY });
  queryClient.setQueryData<SessionsResponse>(
    SESSIONS_KEY,
    (known) => known && { sessions: known.sessions.filter(({ current }) => current) },
  );
});
