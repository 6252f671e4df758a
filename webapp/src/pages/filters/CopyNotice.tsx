import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import type { FilterCopying } from './use-filter-copy.ts';

/** What became of a copy, and the way back; null while there is nothing to tell. */
export function CopyNotice({ made, fault, undo, dismiss }: FilterCopying) {
  const { t } = useTranslation(['filters', 'webapp']);
  return (
    <div className="copy-notice">
      <div className="copy-notice__text">
        {made && (
          <p>{[t('filters:copied', { name: made.filter.filterName }), made.message].filter(Boolean).join(' ')}</p>
        )}
        {fault && (
          <p className="fault-text" role="alert">
            {fault}
          </p>
        )}
      </div>
      {made && (
        <button className="text-button" type="button" onClick={() => void undo()}>
          {t('filters:undo')}
        </button>
      )}
      <button className="icon-button" type="button" aria-label={t('webapp:close')} onClick={dismiss}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
