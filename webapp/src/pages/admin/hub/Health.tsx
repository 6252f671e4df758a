import { useTranslation } from 'react-i18next';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { concernsOf } from './concerns.ts';

/** Whether all goes as it should, in a word. It is announced when it changes, so its place is there from the start. */
export function Health({ figures }: { readonly figures: FiguresResponse | undefined }) {
  const { t } = useTranslation('admin');
  const count = figures ? concernsOf(figures).length : 0;
  return (
    <p className="health" role="status" data-tone={count > 0 ? 'warning' : 'good'}>
      {figures && <span className="health__word">{count > 0 ? t('hub.attention', { count }) : t('hub.working')}</span>}
    </p>
  );
}
