import '../../styles/alerts.css';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { Page } from '../../components/Page.tsx';
import { StateScreen } from '../../components/StateScreen.tsx';
import { alertsAtom } from '../../state/alerts.ts';
import { useAtomValue } from '../../store.ts';
import { AlertItem } from './AlertItem.tsx';

/** What Vanags wrote to the person of late, with the cars as they are now. */
export function AlertsPage() {
  const { t } = useTranslation('account');
  const { data: alerts, error, refetch } = useAtomValue(alertsAtom);
  if (error && !alerts) return <ErrorScreen error={error} back="/profile" onRetry={refetch} />;
  return (
    <Page title={t('alerts.title')} back="/profile">
      {!alerts && <AlertsOutline />}
      {alerts?.length === 0 && <StateScreen heading="h2" title={t('alerts.emptyTitle')} text={t('alerts.emptyText')} />}
      {alerts && alerts.length > 0 && (
        <ul className="card alerts">
          {alerts.map((alert) => (
            <AlertItem key={`${alert.ad.id} ${alert.sentAt}`} alert={alert} />
          ))}
        </ul>
      )}
    </Page>
  );
}

const OUTLINES = [1, 2, 3, 4];

function AlertsOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <ul className="card alerts" aria-hidden="true">
        {OUTLINES.map((row) => (
          <li className="alert alert--outline" key={row}>
            <span className="outline" />
            <span className="outline" />
            <span className="outline" />
          </li>
        ))}
      </ul>
    </>
  );
}
