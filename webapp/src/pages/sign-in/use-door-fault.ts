import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useSubmitFault } from '../../components/use-submit-fault.ts';

/** Words for a log-in that failed, and when another try is worth it, where the server says so. */
export function useDoorFault(failed: string): (error: unknown) => string {
  const { t } = useTranslation('signin');
  const faultOf = useSubmitFault(failed);
  return (error) => {
    const seconds = error instanceof ApiError ? error.retryAfterS : null;
    if (seconds === null) return faultOf(error);
    return `${faultOf(error)} ${t('tryAgainIn', { count: Math.ceil(seconds / 60) })}`;
  };
}
