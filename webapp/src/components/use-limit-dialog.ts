import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ask } from '../state/dialogs.ts';

/** Tells that no more filters may be active, in the server's words where it spoke, and offers the plans. */
export function useLimitDialog() {
  const { t } = useTranslation(['errors', 'webapp']);
  const navigate = useNavigate();
  return async (title = t('errors:filter.limitReachedTitle'), message = t('errors:filter.limitReached')) => {
    const buttons = [
      { id: 'ok', text: t('webapp:ok') },
      { id: 'plans', text: t('webapp:seePlans') },
    ] as const;
    if ((await ask({ title, message, buttons })) === 'plans') await navigate('/plans');
  };
}
