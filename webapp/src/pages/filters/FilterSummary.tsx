import { useTranslation } from 'react-i18next';
import { FactLine } from '../../components/FactLine.tsx';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { filterSummary, type NamedCriteria } from './filter-summary.ts';

interface FilterSummaryProps {
  readonly id?: string;
  readonly filter: NamedCriteria;
}

/** What a filter asks for, in words. */
export function FilterSummary({ id, filter }: FilterSummaryProps) {
  const { t } = useTranslation(['filters', 'options', 'common']);
  const locale = useAtomValue(localeAtom);
  const facts = filterSummary(filter, { t, locale });
  return (
    <p className="filter__summary" id={id}>
      <FactLine facts={facts} />
    </p>
  );
}
