import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../../../components/Mark.tsx';

/** The name, which leads to the pages for everybody, and where one is. */
export function AdminBrand() {
  const { t } = useTranslation(['admin', 'webapp']);
  return (
    <>
      <Link className="admin-brand" to="/">
        <Mark /> {t('webapp:name')}
      </Link>
      <span className="admin-badge">{t('admin:frame.badge')}</span>
    </>
  );
}
