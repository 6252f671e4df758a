import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import { errorText } from './error-text.ts';

/**
 * Words for what could not be sent: the server's own, else `failed` and what kept it from the server.
 * @param failed says that it was not sent.
 */
export function useSubmitFault(failed: string): (error: unknown) => string {
  const { t } = useTranslation(['fault', 'errors']);
  return (error) => {
    if (!(error instanceof ApiError)) return failed;
    if (error.message !== '') return error.message;
    return error.status === null ? `${failed} ${errorText(error, t)}` : failed;
  };
}
