import * as z from 'zod/mini';
import type {
  ChangePasswordRequest,
  ChangeUsernameRequest,
  MessagingAccountRequest,
} from '#core/contracts/credentials.ts';
import { type ForgotPasswordRequest, verificationResponseSchema } from '#core/contracts/registration.ts';
import type { UserResponse } from '#core/contracts/user.ts';
import { beginMessagingChange, beginPasswordReset, changePassword, changeUsername } from '../api/account-endpoints.ts';
import { atom, queryClient, SESSION_KEY } from '../store.ts';
import { forgetKept, sessionAtom, USER_KEY } from './auth.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { launchAtom } from './launch.ts';
import { SESSIONS_KEY } from './sessions.ts';
import { SETTINGS_KEY } from './settings.ts';

/** A change that counts once the code from the chat is typed in. */
const begunChangeSchema = z.object({
  kind: z.enum(['password', 'messaging']),
  userId: z.int(),
  verification: verificationResponseSchema.shape.verification,
});
export type BegunChange = z.infer<typeof begunChangeSchema>;

const begunAtom = atom<BegunChange | null>(readBegun());

/** Outlives its sheet and the page, which some clients close when the person opens the chat for the code. */
export const begunChangeAtom = atom(
  (get) => get(begunAtom),
  (_get, set, begun: BegunChange | null) => {
    set(begunAtom, begun);
    writeStored('begunChange', begun && JSON.stringify(begun));
  },
);

function readBegun(): BegunChange | null {
  try {
    return begunChangeSchema.safeParse(JSON.parse(readStored('begunChange') ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Begins to set a password, the first one or instead of a forgotten one. @throws ApiError */
export const beginPasswordAtom = atom(null, async (get, set, request: ForgotPasswordRequest): Promise<void> => {
  const { verification } = await beginPasswordReset(request);
  set(begunChangeAtom, { kind: 'password', userId: userIdOf(get(sessionAtom).data), verification });
});

/** Begins to move the account to another account of Telegram. @throws ApiError */
export const beginMessagingAtom = atom(null, async (get, set, request: MessagingAccountRequest): Promise<void> => {
  const { verification } = await beginMessagingChange(request);
  set(begunChangeAtom, { kind: 'messaging', userId: userIdOf(get(sessionAtom).data), verification });
});

function userIdOf(user: { readonly id: number } | null | undefined): number {
  if (!user) throw new Error('Only who is signed in can change an account.');
  return user.id;
}

/** A password was set by the code: the account is read anew. */
export const passwordIsSetAtom = atom(null, (_get, set): void => {
  set(begunChangeAtom, null);
  readAgain(USER_KEY, SESSIONS_KEY);
});

/**
 * The account has moved to another account of Telegram. Inside Telegram it was the old one that opened the app: nothing
 * is asked in its name any more, and nothing is kept for it.
 */
export const accountMovedAtom = atom(null, (get, set): void => {
  set(begunChangeAtom, null);
  if (get(launchAtom) === null) {
    readAgain(SESSION_KEY, USER_KEY, SESSIONS_KEY, SETTINGS_KEY);
    return;
  }
  forgetKept();
  // What is on the page stays; unmounted, the client reads nothing anew when the person comes back to it.
  queryClient.unmount();
  void queryClient.cancelQueries();
});

/** @throws ApiError when the username is the old one still. */
export const changeUsernameAtom = atom(null, async (_get, _set, request: ChangeUsernameRequest): Promise<void> => {
  await changeUsername(request);
  const { username } = request;
  queryClient.setQueryData<UserResponse>(USER_KEY, (user) => user && { ...user, username });
  readAgain(USER_KEY);
});

/** @throws ApiError when the password is the old one still. */
export const changePasswordAtom = atom(null, async (_get, _set, request: ChangePasswordRequest): Promise<void> => {
  await changePassword(request);
  readAgain(SESSIONS_KEY);
});

function readAgain(...keys: readonly (readonly string[])[]): void {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}
