import { changeRole, deleteUser, getUsers, type RoleDeed, type UsersQuery } from '../api/admin-endpoints.ts';
import { atom, atomWithQuery } from '../store.ts';
import { ADMIN_KEY, refreshAdministration } from './administration.ts';

/** What an administrator does with a user. */
export type UserDeed = RoleDeed | 'delete';

/** Which users the console shows; null while it is not open. */
export const askedUsersAtom = atom<UsersQuery | null>(null);

/** The users that are asked for; while they are on their way, those before stand in as placeholder data. */
export const usersAtom = atomWithQuery((get) => {
  const asked = get(askedUsersAtom);
  return {
    queryKey: [ADMIN_KEY, 'users', asked],
    enabled: asked !== null,
    // Not broken off by a change of the query: the library leaves it for a moment even when it has just begun it, and
    // would ask twice. An answer that nobody waits for any more is kept under its own key.
    queryFn: () => getUsers(asked as UsersQuery, new AbortController().signal),
    placeholderData: <Before>(before: Before) => before,
  };
});

/** Does it. @throws ApiError when the server refuses or cannot be reached. */
export const doWithUserAtom = atom(null, async (_get, _set, userId: number, deed: UserDeed): Promise<void> => {
  try {
    await (deed === 'delete' ? deleteUser(userId) : changeRole(userId, deed));
  } finally {
    refreshAdministration();
  }
});
