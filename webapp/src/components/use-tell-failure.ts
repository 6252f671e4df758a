import { useTranslation } from 'react-i18next';
import { ask } from '../state/dialogs.ts';
import { errorText } from './error-text.ts';

/** Tells in a dialog what did not work, where the page has no place of its own for it. */
export function useTellFailure(): (title: string, error: unknown) => void {
  const { t } = useTranslation(['fault', 'errors', 'webapp']);
  return (title, error) => {
    void ask({ title, message: errorText(error, t), buttons: [{ id: 'ok', text: t('webapp:ok') }] });
  };
}
