import { useTranslation } from 'react-i18next';
import { StateScreen } from '../../components/StateScreen.tsx';
import { FilterExample } from './FilterExample.tsx';

/** What stands where the filters will be: what they are good for, and one to begin with. */
export function NoFilters({ limit }: { readonly limit: number }) {
  const { t } = useTranslation('filters');
  if (limit === 0) return <StateScreen heading="h2" title={t('emptyTitle')} text={t('upgrade')} />;
  return (
    <div className="no-filters">
      <StateScreen heading="h2" title={t('emptyTitle')} text={t('emptyText')} />
      <FilterExample />
    </div>
  );
}
