import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTellFailure } from '../../components/use-tell-failure.ts';
import { deleteAccountAtom } from '../../state/account.ts';
import { ask } from '../../state/dialogs.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal } from '../../telegram/native.ts';
import { useLeaveApp } from './use-leave-app.ts';

/** Deletes the account after a confirmation, tells it, and leaves the app. */
export function useDeleteAccount() {
  const { t } = useTranslation(['account', 'webapp']);
  const leaveApp = useLeaveApp();
  const tellFailure = useTellFailure();
  const deleteAccount = useSetAtom(deleteAccountAtom);
  const [isDeleting, setIsDeleting] = useState(false);
  const isAsking = useRef(false);

  async function confirm(): Promise<boolean> {
    const answer = await ask({
      title: t('account:profile.delete.title'),
      message: t('account:profile.delete.text'),
      buttons: [
        { id: 'cancel', text: t('webapp:cancel') },
        { id: 'delete', text: t('account:profile.delete.confirm'), tone: 'danger' },
      ],
    });
    return answer === 'delete';
  }

  async function tellDone() {
    await ask({
      title: t('account:profile.delete.done'),
      message: t('account:profile.delete.doneText'),
      buttons: [{ id: 'ok', text: t('webapp:ok') }],
    });
  }

  async function start() {
    if (isAsking.current) return;
    isAsking.current = true;
    if (await confirm()) {
      setIsDeleting(true);
      try {
        await deleteAccount();
        await tellDone();
        await leaveApp();
      } catch (error) {
        feelRefusal();
        tellFailure(t('account:profile.delete.failed'), error);
      }
      setIsDeleting(false);
    }
    isAsking.current = false;
  }

  return { isDeleting, start };
}
