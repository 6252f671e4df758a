import { useNavigate } from 'react-router';
import { forgetAccountAtom } from '../../state/account.ts';
import { useSetAtom } from '../../store.ts';
import { closeApp } from '../../telegram/native.ts';

/** Leaves the app when its account is no longer there: the client closes it, or the start page knows nobody any more. */
export function useLeaveApp(): () => Promise<void> {
  const navigate = useNavigate();
  const forgetAccount = useSetAtom(forgetAccountAtom);
  return async () => {
    if (closeApp()) return;
    await navigate('/');
    forgetAccount();
  };
}
