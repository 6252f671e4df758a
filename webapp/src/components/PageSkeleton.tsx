import { useTranslation } from 'react-i18next';
import { Page } from './Page.tsx';
import { SlowNotice } from './SlowNotice.tsx';

/** Where a page will be, before anything of it is known. */
export function PageSkeleton() {
  const { t } = useTranslation('webapp');
  return (
    <Page>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="skeleton" aria-hidden="true">
        <span className="outline outline--title" />
        <span className="card outline outline--card" />
        <span className="card outline outline--card" />
      </div>
      <SlowNotice />
    </Page>
  );
}
