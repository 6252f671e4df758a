import { useTranslation } from 'react-i18next';
import { errorText } from '../../components/error-text.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { ask } from '../../state/dialogs.ts';
import { endOtherSessionsAtom } from '../../state/sessions.ts';
import { useSetAtom } from '../../store.ts';

/** Signs the person out everywhere else, after a confirmation. */
export function useEndOtherSessions() {
  const { t } = useTranslation(['fault', 'errors', 'account', 'webapp']);
  const { isBusy, isDone, failure, submit } = useSubmit(useSetAtom(endOtherSessionsAtom));

  async function end() {
    const answer = await ask({
      title: t('account:profile.sessions.confirmTitle'),
      message: t('account:profile.sessions.confirmText'),
      buttons: [
        { id: 'cancel', text: t('webapp:cancel') },
        { id: 'end', text: t('account:profile.sessions.confirm'), tone: 'danger' },
      ],
    });
    if (answer === 'end') await submit();
  }

  return { isEnding: isBusy, isDone, fault: failure && errorText(failure.error, t), end };
}
