import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import type { Failure, Progress } from './use-attempt.ts';

/** Why the last try failed, scrolled into view. */
export function FailureAlert({ failure }: { readonly failure: Failure | null }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  return (
    <div role="alert" ref={alert}>
      {failure && (
        <p className="editor-alert">
          <Icon name="warning" />
          {failure.text}
        </p>
      )}
    </div>
  );
}

interface RestoredNoticeProps {
  readonly isShown: boolean;
  readonly onDiscard: () => void;
}

/** Says that the changes of an earlier visit are back, and takes them away again. */
export function RestoredNotice({ isShown, onDiscard }: RestoredNoticeProps) {
  const { t } = useTranslation('editor');
  return (
    <div role="status">
      {isShown && (
        <div className="restored">
          <p>{t('restored.text')}</p>
          <button className="text-button" type="button" onClick={onDiscard}>
            {t('restored.discard')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Says that it worked. */
export function DoneStatus({ progress }: { readonly progress: Progress }) {
  return (
    <div role="status">
      {progress.kind === 'done' && (
        <p className="editor-done">
          <Icon name="check" />
          {progress.text}
        </p>
      )}
    </div>
  );
}
