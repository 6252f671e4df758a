import '../../styles/filters.css';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/Page.tsx';

/** The filters' page before anything is known. */
export function FiltersSkeleton() {
  const { t } = useTranslation('filters');
  return (
    <Page title={t('title')}>
      <FiltersOutline />
    </Page>
  );
}

/** The sections before the filters are there: their titles, and rows in outline. */
export function FiltersOutline() {
  const { t } = useTranslation(['filters', 'webapp']);
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('webapp:loading')}
      </p>
      <SectionOutline title={t('filters:active')} rows={3} />
      <SectionOutline title={t('filters:inactive')} rows={2} />
    </>
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
            <span className="outline outline--alerts" />
            <span className="outline outline--switch" />
          </li>
        ))}
      </ul>
    </div>
  );
}
