import { useLocation, useNavigate } from 'react-router';
import type { SessionUser } from '#core/contracts/user.ts';
import { type ReturnTicket, returnAddress } from '../../routing/return-address.ts';
import { enterAtom } from '../../state/sign-in.ts';
import { useSetAtom } from '../../store.ts';

const MENU = '/main';

/** What was just done, and is said above the log-in. */
export type Success = 'registered' | 'passwordChanged';

/** What the router keeps at a door. */
interface DoorState extends Partial<ReturnTicket> {
  readonly success?: Success;
}

/** What a door knows of who stands before it, and how it opens. */
export function useDoor() {
  const navigate = useNavigate();
  const { returnTo, endedFor = null, success = null } = useDoorState();
  const setEntered = useSetAtom(enterAtom);
  const goesTo = returnAddress(returnTo) ?? MENU;
  const enter = async (user: SessionUser, page = goesTo) => {
    await setEntered(user, endedFor);
    await navigate(page, { replace: true });
  };
  return {
    goesTo,
    success,
    isExpired: endedFor !== null,
    /** Goes along from one door to the other. */
    ticket: { returnTo: goesTo, endedFor } satisfies ReturnTicket,
    enter,
  };
}

/** The browser keeps it over a reload, also what an older version of the app has written. */
function useDoorState(): DoorState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? state : {};
}
