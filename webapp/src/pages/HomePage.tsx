import { Navigate } from 'react-router';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { AccessGate } from '../routing/AccessGate.tsx';
import { startPage } from '../routing/start-page.ts';
import { filterLimitAtom, filtersAtom } from '../state/filters.ts';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';
import { FiltersSkeleton } from './filters/FiltersSkeleton.tsx';
import { LandingPage } from './LandingPage.tsx';

/** The front door: inside Telegram straight to the filters, in a browser the landing page. */
export function HomePage() {
  if (useAtomValue(launchAtom) === null) return <LandingPage />;
  return (
    <AccessGate access="telegram">
      <StartPage />
    </AccessGate>
  );
}

function StartPage() {
  const startParam = useAtomValue(launchAtom)?.startParam ?? null;
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const error = filters.error ?? limit.error;
  if (error) return <ErrorScreen error={error} onRetry={() => Promise.all([filters.refetch(), limit.refetch()])} />;
  if (!filters.data || !limit.data) return <FiltersSkeleton />;
  const state = { startParam, filterCount: filters.data.length, limit: limit.data.limit };
  return <Navigate to={startPage(state)} replace />;
}
