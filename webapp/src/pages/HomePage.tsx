import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { AccessGate } from '../routing/AccessGate.tsx';
import { type LazyPage, lazyPage } from '../routing/lazy-page.tsx';
import { startPage } from '../routing/start-page.ts';
import { filterLimitAtom, filtersAtom } from '../state/filters.ts';
import { isStartParamUsedAtom, launchAtom } from '../state/launch.ts';
import { store, useAtomValue, useSetAtom } from '../store.ts';
import { FiltersSkeleton } from './filters/FiltersSkeleton.tsx';

const landing = lazyPage('LandingPage', () => import('./landing/LandingPage.tsx'));

/** The front door: inside Telegram straight to the filters, in a browser the landing page. */
export const homePage: LazyPage = {
  Page: HomePage,
  preload: async () => {
    if (store.get(launchAtom) === null) await landing.preload();
  },
};

function HomePage() {
  if (useAtomValue(launchAtom) === null) return <landing.Page />;
  return (
    <AccessGate access="telegram">
      <StartPage />
    </AccessGate>
  );
}

function StartPage() {
  const startParam = useStartParam();
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const error = filters.error ?? limit.error;
  if (error) return <ErrorScreen error={error} onRetry={() => Promise.all([filters.refetch(), limit.refetch()])} />;
  if (!filters.data || !limit.data) return <FiltersSkeleton />;
  const state = { startParam, filterCount: filters.data.length, limit: limit.data.limit };
  return <Navigate to={startPage(state)} replace />;
}

/** What a direct link carried along, until it has led away from here once. */
function useStartParam(): string | null {
  const launch = useAtomValue(launchAtom);
  const isUsed = useAtomValue(isStartParamUsedAtom);
  const setUsed = useSetAtom(isStartParamUsedAtom);
  const startParam = useRef(isUsed ? null : (launch?.startParam ?? null));
  useEffect(() => () => setUsed(true), [setUsed]);
  return startParam.current;
}
