import { atom } from '../store.ts';
import { sessionAtom, userAtom } from './auth.ts';

/** Whether the page that is shown brings its own navigation, so that the bar of all other pages would be a second one. */
export const hasOwnFrameAtom = atom(false);

/** Whether it is still open who is here, and in which role. */
export const isRoleAwaitedAtom = atom((get) => {
  const { data: user, isPending } = get(sessionAtom);
  return user ? get(userAtom).isPending : isPending;
});
