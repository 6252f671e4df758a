import '../../../styles/admin-shared.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../components/error-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFocusHandover } from './use-focus-handover.ts';

interface FetchFailureProps {
  /** What is missing. */
  readonly text: string;
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly onRetry: () => Promise<unknown>;
}

/** In place of rows that could not be read, or above those that may have changed: why, and another try. */
export function FetchFailure({ text, error, isTrying, onRetry }: FetchFailureProps) {
  const { t } = useTranslation(['fault', 'errors', 'webapp']);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  return (
    <div className="fetch-failure" role="alert">
      <p className="fetch-failure__text">
        <Icon name="warning" />
        <span>
          <strong>{text}</strong> {errorText(error, t)}
        </span>
      </p>
      <button
        className="admin-button"
        ref={button}
        type="button"
        aria-disabled={isTrying}
        onClick={() => !isTrying && void onRetry()}
      >
        {t('webapp:retry')}
      </button>
    </div>
  );
}
