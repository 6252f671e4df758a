import { sessionAtom } from '../state/auth.ts';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';

/** Where the way back from a page for everybody leads: the menu, or the front door for who is not signed in. */
export function useWayHome(): '/main' | '/' {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const user = useAtomValue(sessionAtom).data;
  return isInTelegram || user ? '/main' : '/';
}
