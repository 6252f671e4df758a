import '../../styles/admin-hub.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../components/error-text.ts';
import { StateScreen } from '../../components/StateScreen.tsx';
import { figuresAtom } from '../../state/admin-figures.ts';
import { useAtomValue } from '../../store.ts';
import { AdminPage } from './AdminPage.tsx';
import { AlertsByHour } from './hub/AlertsByHour.tsx';
import { Concerns } from './hub/Concerns.tsx';
import { Figures } from './hub/Figures.tsx';
import { Freshness } from './hub/Freshness.tsx';
import { Health } from './hub/Health.tsx';
import { Sources } from './hub/Sources.tsx';
import { UsersByRole } from './hub/UsersByRole.tsx';
import { LatestFeedback } from './letters/LatestFeedback.tsx';
import { LatestProblems } from './letters/LatestProblems.tsx';
import { PlanRequests } from './letters/PlanRequests.tsx';
import { useFocusHandover } from './shared/use-focus-handover.ts';
import { useKeptError } from './shared/use-kept-error.ts';

/** How the service does at this moment, and what waits for an administrator. */
export function AdminHubPage() {
  const { t } = useTranslation(['admin', 'webapp']);
  const query = useAtomValue(figuresAtom);
  const { data: figures } = query;
  const error = useKeptError(query);
  return (
    <AdminPage
      title={t('admin:hub.title')}
      note={figures && <Freshness at={figures.at} />}
      aside={<Health figures={figures} />}
    >
      {!figures && error ? <FiguresLost error={error} /> : <Figures figures={figures} />}
      {!figures && !error && (
        <p className="visually-hidden" role="status">
          {t('webapp:loading')}
        </p>
      )}
      {figures && <Concerns figures={figures} />}
      <div className="hub">
        {(figures || !error) && (
          <>
            <AlertsByHour alerts={figures?.alerts} />
            <Sources figures={figures} />
          </>
        )}
        <LatestProblems />
        {(figures || !error) && <UsersByRole byRole={figures?.users.byRole} />}
        <PlanRequests />
        <LatestFeedback />
      </div>
    </AdminPage>
  );
}

function FiguresLost({ error }: { readonly error: unknown }) {
  const { t } = useTranslation(['fault', 'errors', 'admin']);
  const { refetch, isFetching } = useAtomValue(figuresAtom);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  return (
    <div className="admin-card" role="alert">
      <StateScreen
        heading="h2"
        title={t('admin:hub.notLoaded')}
        text={errorText(error, t)}
        action={
          <button
            className="button"
            ref={button}
            type="button"
            aria-disabled={isFetching}
            onClick={() => !isFetching && refetch()}
          >
            {t('fault:failure.retry')}
          </button>
        }
      />
    </div>
  );
}
