import type { SessionUser } from '#core/contracts/user.ts';
import { atom, queryClient, SESSION_KEY } from '../store.ts';
import { forgetKept } from './auth.ts';
import { writeStored } from './browser-storage.ts';
import { forgetDraftsAtom } from './drafts.ts';
import { forgetTab } from './tab-storage.ts';

/** What the server says alike to everybody. */
const COMMON_KEYS = ['session', 'config'];

/**
 * Shows every page to who has just signed in, as theirs. What was begun at the door, a registration or another log-in, is
 * over.
 * @param lastUserId whose session ended here before; what anybody else began to write is forgotten.
 */
export const enterAtom = atom(null, async (_get, set, user: SessionUser, lastUserId: number | null) => {
  // An answer that is on its way still knows nobody.
  await queryClient.cancelQueries({ queryKey: SESSION_KEY });
  const before = queryClient.getQueryData<SessionUser | null>(SESSION_KEY)?.id ?? lastUserId;
  if (before !== user.id) {
    forgetKept();
    set(forgetDraftsAtom);
  }
  forgetTab();
  writeStored('user', JSON.stringify(user));
  queryClient.setQueryData(SESSION_KEY, user);
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !COMMON_KEYS.includes(String(queryKey[0])) });
});
