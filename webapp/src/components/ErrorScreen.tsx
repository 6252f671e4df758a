import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import { retryFailed } from '../store.ts';
import { errorText } from './error-text.ts';
import { Page } from './Page.tsx';
import { StateScreen } from './StateScreen.tsx';

interface ErrorScreenProps {
  readonly error: unknown;
  /** What is missing, where that can be said better than that something is. */
  readonly title?: string;
  /** Where the way back of the missing page leads, if it has one. */
  readonly back?: string;
  readonly onRetry: () => Promise<unknown>;
}

/** Instead of a page that could not be loaded: what happened, and another try, also of what failed beside it. */
export function ErrorScreen({ error, title, back, onRetry }: ErrorScreenProps) {
  const { t } = useTranslation(['fault', 'errors']);
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    // A part of the app itself is missing, as after an update: only a fresh page knows where it is now.
    if (!(error instanceof ApiError)) return window.location.reload();
    await Promise.all([onRetry(), retryFailed()]);
    setIsTrying(false);
  };
  return (
    <Page {...(back !== undefined && { back })}>
      <div role="alert">
        <StateScreen
          heading="h1"
          title={title ?? t('fault:failure.title')}
          text={errorText(error, t)}
          action={
            <button className="button" type="button" disabled={isTrying} onClick={() => void retry()}>
              {t('fault:failure.retry')}
            </button>
          }
        />
      </div>
    </Page>
  );
}
