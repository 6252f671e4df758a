import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOutAtom } from '../../state/auth.ts';
import { useSetAtom } from '../../store.ts';
import { useTellFailure } from '../use-tell-failure.ts';

/** Signs out and goes where the server says; when that fails, stays and tells. */
export function useSignOut() {
  const { t } = useTranslation('webapp');
  const tellFailure = useTellFailure();
  const endSession = useSetAtom(signOutAtom);
  const [isBusy, setIsBusy] = useState(false);

  async function signOut(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      // A fresh page: nothing of the person stays in memory.
      window.location.assign(await endSession());
    } catch (error) {
      tellFailure(t('nav.signOutFailed'), error);
      setIsBusy(false);
    }
  }

  return { signOut, isBusy };
}
