import '../../styles/editor.css';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { Page } from '../../components/Page.tsx';
import { StateScreen } from '../../components/StateScreen.tsx';
import { sessionAtom } from '../../state/auth.ts';
import { filterLimitAtom, filtersAtom, type OwnFilter } from '../../state/filters.ts';
import { useAtomValue } from '../../store.ts';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { FILTERS_PATH } from './use-attempt.ts';

/** Edits the filter that the address names; a new one where it names none. */
export function FilterEditorPage() {
  const { filterId } = useParams();
  const id = filterId === undefined ? null : Number(filterId);
  const user = useAtomValue(sessionAtom).data;
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const filter = useKnown(filters.data?.find((candidate) => candidate.id === id));
  const others = useMemo(() => filters.data?.filter((other) => other.id !== id), [filters.data, id]);
  const queries = [filters, limit];
  if (user && others && limit.data) {
    if (id === null && limit.data.limit === 0) return <UpgradeScreen />;
    // A list that is being read again may still learn of the filter.
    if (id !== null && !filter) return filters.isFetching ? <EditorSkeleton /> : <LostScreen />;
    const options = { userId: user.id, filter: filter ?? null, others, limit: limit.data.limit };
    return <FilterEditor {...options} />;
  }
  const failed = queries.find((query) => query.isError);
  if (!failed) return <EditorSkeleton />;
  const retry = () => Promise.all(queries.filter((query) => query.isError).map((query) => query.refetch()));
  return <ErrorScreen error={failed.error} back={FILTERS_PATH} onRetry={retry} />;
}

/** The filter as it was last known: one that is gone from the list stays until the page is left, with all that was typed. */
function useKnown(filter: OwnFilter | undefined): OwnFilter | undefined {
  const known = useRef(filter);
  if (filter) known.current = filter;
  return known.current;
}

function UpgradeScreen() {
  const { t } = useTranslation(['editor', 'errors', 'webapp']);
  const plans = (
    <Link className="button" to="/plans">
      {t('webapp:seePlans')}
    </Link>
  );
  return (
    <Page back={FILTERS_PATH}>
      <StateScreen heading="h1" title={t('editor:upgrade')} text={t('errors:filter.notAllowed')} action={plans} />
    </Page>
  );
}

function LostScreen() {
  const { t } = useTranslation('editor');
  const list = (
    <Link className="button" to={FILTERS_PATH} replace>
      {t('notFound.action')}
    </Link>
  );
  return (
    <Page back={FILTERS_PATH}>
      <StateScreen heading="h1" title={t('notFound.title')} text={t('notFound.text')} action={list} />
    </Page>
  );
}
