import '../../styles/account.css';
import { useTranslation } from 'react-i18next';
import type { SessionsResponse } from '#core/contracts/sessions.ts';
import { errorText } from '../../components/error-text.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { useAge } from '../../components/use-age.ts';
import { sessionsAtom } from '../../state/sessions.ts';
import { useAtomValue } from '../../store.ts';
import { RowFault } from './RowFault.tsx';
import { useEndOtherSessions } from './use-end-other-sessions.ts';

type Session = SessionsResponse['sessions'][number];

/** Where the person is signed in, and a way to end all of it but here. */
export function SessionsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useAtomValue(sessionsAtom);
  return (
    <Sheet title={t('profile.sessions.label')} onClose={onClose}>
      {data ? (
        <Sessions sessions={data.sessions} />
      ) : error ? (
        <SessionsFault error={error} onRetry={refetch} />
      ) : (
        <SessionsOutline />
      )}
    </Sheet>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation('account');
  const { isEnding, isDone, fault, end } = useEndOtherSessions();
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <>
      {sessions.length > 0 && (
        <ul className="card sessions">
          {sessions.map((session) => (
            <SessionItem key={`${session.createdAt} ${session.lastUsedAt} ${session.client}`} session={session} />
          ))}
        </ul>
      )}
      <p className="sessions__told" role="status">
        {isDone ? t('profile.sessions.ended') : !hasOthers && t('profile.sessions.only')}
      </p>
      {hasOthers && (
        <button
          className="button button--wide button--quiet sessions__end"
          type="button"
          disabled={isEnding}
          onClick={() => void end()}
        >
          {isEnding ? t('profile.sessions.ending') : t('profile.sessions.endOthers')}
        </button>
      )}
      <RowFault text={fault} />
    </>
  );
}

function SessionItem({ session: { client, way, lastUsedAt, current } }: { readonly session: Session }) {
  const { t } = useTranslation('account');
  const ageOf = useAge();
  const used = t('profile.sessions.used', { age: ageOf(lastUsedAt) });
  return (
    <li className="session">
      <span className="session__client">{client ?? t('profile.sessions.unknown')}</span>
      <span className="session__way">
        {[t(`profile.sessions.way.${way}`), !current && used].filter(Boolean).join(' · ')}
      </span>
      {current && <span className="session__current">{t('profile.sessions.current')}</span>}
    </li>
  );
}

interface FaultProps {
  readonly error: unknown;
  readonly onRetry: () => Promise<unknown>;
}

function SessionsFault({ error, onRetry }: FaultProps) {
  const { t } = useTranslation(['fault', 'errors']);
  return (
    <div className="sessions__fault" role="alert">
      <p className="fault-text">{errorText(error, t)}</p>
      <button className="button button--quiet" type="button" onClick={() => void onRetry()}>
        {t('fault:failure.retry')}
      </button>
    </div>
  );
}

const OUTLINES = [1, 2, 3];

function SessionsOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <ul className="card sessions" aria-hidden="true">
        {OUTLINES.map((row) => (
          <li className="session session--outline" key={row}>
            <span className="outline" />
            <span className="outline" />
          </li>
        ))}
      </ul>
    </>
  );
}
