import '../../styles/sign-in.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#core/contracts/user.ts';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { AwaitedLink } from './AwaitedLink.tsx';
import { type LinkProgress, useLoginLink } from './use-login-link.ts';

/** The log-in through the chat with the bot: opens it, shows the number to compare, and waits. */
export function LinkPanel({ onConfirmed }: { readonly onConfirmed: (user: SessionUser) => Promise<void> }) {
  const { t } = useTranslation('signin');
  const { progress, again } = useLoginLink(onConfirmed);
  const panel = useRef<HTMLElement>(null);
  const restart = () => {
    again();
    // The button goes away, and the focus would with it.
    panel.current?.focus();
  };
  return (
    <section className="card sign-in__card link-panel" ref={panel} tabIndex={-1} aria-label={t('link.label')}>
      <div className="link-panel__body" data-state={progress.state}>
        {(progress.state === 'beginning' || progress.state === 'waiting') && (
          <AwaitedLink link={progress.state === 'waiting' ? progress.link : null} />
        )}
        <Status progress={progress} />
        <Fault progress={progress} onRetry={restart} />
        {progress.state === 'over' && (
          <button className="button" type="button" onClick={restart}>
            {t('link.renew')}
          </button>
        )}
      </div>
    </section>
  );
}

/** Stays on the page while its words change, so that a screen reader tells them. */
function Status({ progress }: { readonly progress: LinkProgress }) {
  const { t } = useTranslation('signin');
  const words = () => {
    if (progress.state === 'beginning') return t('link.beginning');
    if (progress.state === 'waiting') return t('link.waiting', { code: progress.link.matchCode });
    return progress.state === 'over' && t('link.over');
  };
  return (
    <p className="link-panel__status" role="status">
      {words()}
    </p>
  );
}

interface FaultProps {
  readonly progress: LinkProgress;
  readonly onRetry: () => void;
}

function Fault({ progress, onRetry }: FaultProps) {
  const { t } = useTranslation(['fault', 'errors', 'signin', 'webapp']);
  const error = errorOf(progress);
  const isAway = error instanceof ApiError && error.code === 'service.botAway';
  const title = isAway ? t('signin:link.away') : t('signin:link.failed');
  return (
    <div className="link-panel__fault" role="alert">
      {error !== null && (
        <>
          {progress.state === 'failed' && <h2 className="link-panel__fault-title">{title}</h2>}
          <p>{isAway ? t('signin:link.awayText') : errorText(error, t)}</p>
          <button className="button button--quiet" type="button" onClick={onRetry}>
            {t('webapp:retry')}
          </button>
        </>
      )}
    </div>
  );
}

function errorOf(progress: LinkProgress): unknown {
  if (progress.state === 'failed') return progress.error;
  return progress.state === 'waiting' ? progress.trouble : null;
}
