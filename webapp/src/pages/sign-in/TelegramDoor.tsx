import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { errorText } from '../../components/error-text.ts';
import { Page } from '../../components/Page.tsx';
import { PageSkeleton } from '../../components/PageSkeleton.tsx';
import { StateScreen } from '../../components/StateScreen.tsx';
import { sessionAtom } from '../../state/auth.ts';
import { useAtomValue } from '../../store.ts';

/** Telegram vouches for the person, and yet the log-in failed: says why, and tries again when asked to. */
export function TelegramDoor() {
  const { t } = useTranslation(['fault', 'errors', 'account']);
  const { data: user, error, refetch } = useAtomValue(sessionAtom);
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await refetch();
    setIsTrying(false);
  };
  // The reason stays in sight during another try.
  const [reason, setReason] = useState(error);
  if (error && error !== reason) setReason(error);
  if (user) return <Navigate to="/" replace />;
  if (!reason) return <PageSkeleton />;
  return (
    <Page>
      <div role="alert">
        <StateScreen
          heading="h1"
          title={t('account:signup.failed')}
          text={errorText(reason, t)}
          action={
            <button className="button" type="button" disabled={isTrying} onClick={() => void retry()}>
              {t('account:signup.continue')}
            </button>
          }
        />
      </div>
    </Page>
  );
}
