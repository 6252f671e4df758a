import '../../styles/filters.css';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { MainAction } from '../../components/MainAction.tsx';
import { Page } from '../../components/Page.tsx';
import { ReachNotice } from '../../components/ReachNotice.tsx';
import { filterLimitAtom, filtersAtom } from '../../state/filters.ts';
import { useAtomValue } from '../../store.ts';
import { CopyNotice } from './CopyNotice.tsx';
import { FilterList } from './FilterList.tsx';
import { FiltersOutline } from './FiltersSkeleton.tsx';
import { NoFilters } from './NoFilters.tsx';
import { OrderChoice } from './OrderChoice.tsx';
import { type FilterCopying, useFilterCopy } from './use-filter-copy.ts';

/** The user's filters, each with its switch, and the way to a new one. */
export function FiltersPage() {
  const { t } = useTranslation('filters');
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const copying = useFilterCopy();
  const count = filters.data?.length;
  const failed = [filters, limit].filter((query) => query.isError && !query.data);
  if (failed[0]) {
    const retry = () => Promise.all(failed.map((query) => query.refetch()));
    return <ErrorScreen error={failed[0].error} back="/main" onRetry={retry} />;
  }
  return (
    <Page title={t('title')} back="/main" {...(count !== undefined && count > 1 && { tools: <OrderChoice /> })}>
      <ReachNotice />
      <SavedNotice />
      {!(filters.data && limit.data) && <FiltersOutline />}
      {filters.data && limit.data && count === 0 && <NoFilters limit={limit.data.limit} />}
      {filters.data && limit.data && count !== 0 && (
        <FilterList filters={filters.data} limit={limit.data.limit} copying={copying} />
      )}
      <Add isFirst={count === 0} isAllowed={limit.data?.limit !== 0} copying={copying} />
    </Page>
  );
}

/** What the editor had still to say when it led here: that a filter is stored, but not switched on. */
function SavedNotice() {
  const { notice } = (useLocation().state ?? {}) as { readonly notice?: string };
  return <div role="status">{notice !== undefined && <p className="notice">{notice}</p>}</div>;
}

interface AddProps {
  readonly isFirst: boolean;
  /** Whether the role may have filters at all. */
  readonly isAllowed: boolean;
  readonly copying: FilterCopying;
}

function Add({ isFirst, isAllowed, copying }: AddProps) {
  const { t } = useTranslation(['filters', 'webapp']);
  const navigate = useNavigate();
  const { made, undone, fault } = copying;
  const hasNotice = made !== null || fault !== null;
  return (
    <>
      <p className="visually-hidden" role="status">
        {made && [t('filters:copied', { name: made.filter.filterName }), made.message].filter(Boolean).join(' ')}
        {undone && t('filters:copyUndone', { name: undone.filterName })}
      </p>
      <MainAction
        text={isAllowed ? t(isFirst ? 'filters:addFirst' : 'filters:add') : t('webapp:seePlans')}
        onPress={() => void navigate(isAllowed ? '/filters/new' : '/plans')}
      >
        {hasNotice && <CopyNotice {...copying} />}
      </MainAction>
    </>
  );
}
