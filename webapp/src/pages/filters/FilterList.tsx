import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterOrderAtom, sortFilters } from '../../state/filter-order.ts';
import type { OwnFilter } from '../../state/filters.ts';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { copyName } from './copy-name.ts';
import { FilterSection } from './FilterSection.tsx';
import type { FilterCopying } from './use-filter-copy.ts';

interface FilterListProps {
  readonly filters: readonly OwnFilter[];
  /** How many may be switched on. */
  readonly limit: number;
  readonly copying: FilterCopying;
}

/** The filters in two sections, those that are on first. */
export function FilterList({ filters, limit, copying }: FilterListProps) {
  const { t } = useTranslation('filters');
  const sorted = sortFilters(filters, useAtomValue(filterOrderAtom), useAtomValue(localeAtom));
  const [switched, setSwitched] = useState<OwnFilter | null>(null);
  const active = sorted.filter((filter) => filter.active === 1);
  const inactive = sorted.filter((filter) => filter.active === 0);
  const copy = (filter: OwnFilter) => {
    const names = filters.map(({ filterName }) => filterName);
    void copying.copy(filter, copyName(filter.filterName || t('unnamed'), names));
  };
  const shared = {
    newId: copying.made?.filter.id ?? null,
    switchedId: switched?.id ?? null,
    onSwitched: (filter: OwnFilter) => {
      copying.dismiss();
      setSwitched(filter);
    },
    onCopy: copy,
  };
  return (
    <>
      {limit === 0 && <p className="notice">{t('upgrade')}</p>}
      <FilterSection
        title={t('active')}
        count={t('countOf', { active: active.length, limit })}
        filters={active}
        placeholder={t('noneActive')}
        {...shared}
      />
      <FilterSection
        title={t('inactive')}
        count={String(inactive.length)}
        filters={inactive}
        placeholder={t('noneInactive')}
        {...shared}
      />
      <p className="visually-hidden" role="status">
        {switched && t(switched.active === 1 ? 'switchedOn' : 'switchedOff', { name: switched.filterName })}
      </p>
    </>
  );
}
