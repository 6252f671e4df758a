import { useTranslation } from 'react-i18next';
import { Page } from '../../components/Page.tsx';

/** The filters' page before the filters are there: its titles, and rows in outline. */
export function FiltersSkeleton() {
  const { t } = useTranslation('webapp');
  return (
    <Page title={t('filters.title')}>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <SectionOutline title={t('filters.active')} rows={3} />
      <SectionOutline title={t('filters.inactive')} rows={2} />
    </Page>
  );
}

function SectionOutline({ title, rows }: { readonly title: string; readonly rows: number }) {
  return (
    <div aria-hidden="true">
      <h2 className="section-header">{title}</h2>
      <ul className="card">
        {Array.from({ length: rows }, (_, row) => (
          <li className="filter filter--outline" key={row}>
            <span className="outline outline--name" />
            <span className="outline outline--summary" />
            <span className="outline outline--summary" />
            <span className="outline outline--switch" />
          </li>
        ))}
      </ul>
    </div>
  );
}
