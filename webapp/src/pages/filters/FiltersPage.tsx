import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { Page } from '../../components/Page.tsx';
import { StateScreen } from '../../components/StateScreen.tsx';
import { type Catalogue, catalogueAtom } from '../../state/catalogue.ts';
import { filterLimitAtom, filtersAtom, type OwnFilter } from '../../state/filters.ts';
import { useAtomValue } from '../../store.ts';
import { FilterSection } from './FilterSection.tsx';
import { FiltersSkeleton } from './FiltersSkeleton.tsx';
import type { Refusal } from './use-filter-switch.ts';

/** The user's filters, each with its switch. */
export function FiltersPage() {
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const catalogue = useAtomValue(catalogueAtom);
  const queries = [filters, limit, catalogue];
  if (filters.data && limit.data && catalogue.data) {
    return <FilterList filters={filters.data} limit={limit.data.limit} catalogue={catalogue.data} />;
  }
  const failed = queries.find((query) => query.isError);
  if (!failed) return <FiltersSkeleton />;
  const retry = () => Promise.all(queries.filter((query) => query.isError).map((query) => query.refetch()));
  return <ErrorScreen error={failed.error} onRetry={retry} />;
}

interface FilterListProps {
  readonly filters: readonly OwnFilter[];
  readonly limit: number;
  readonly catalogue: Catalogue;
}

function FilterList({ filters, limit, catalogue }: FilterListProps) {
  const { t } = useTranslation('webapp');
  const named = Number(useParams().filterId);
  const [switched, setSwitched] = useState<OwnFilter | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const active = filters.filter((filter) => filter.active === 1);
  const inactive = filters.filter((filter) => filter.active === 0);
  const shared = { catalogue, named, switchedId: switched?.id ?? null, onSwitched: setSwitched, onRefused: setRefusal };
  return (
    <Page title={t('filters.title')}>
      {filters.length === 0 ? (
        <StateScreen
          heading="h2"
          title={t('filters.emptyTitle')}
          text={limit === 0 ? t('filters.upgrade') : t('filters.emptyText')}
        />
      ) : (
        <>
          {limit === 0 && <p className="notice">{t('filters.upgrade')}</p>}
          <FilterSection
            title={t('filters.active')}
            count={t('filters.countOf', { active: active.length, limit })}
            filters={active}
            placeholder={t('filters.noneActive')}
            {...shared}
          />
          <FilterSection
            title={t('filters.inactive')}
            count={String(inactive.length)}
            filters={inactive}
            placeholder={t('filters.noneInactive')}
            {...shared}
          />
        </>
      )}
      <p className="visually-hidden" role="status">
        {switched &&
          t(switched.active === 1 ? 'filters.switchedOn' : 'filters.switchedOff', { name: switched.filterName })}
      </p>
      {refusal && <Dialog {...refusal} onClose={() => setRefusal(null)} />}
    </Page>
  );
}
