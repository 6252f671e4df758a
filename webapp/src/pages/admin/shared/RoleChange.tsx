import '../../../styles/admin-shared.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import { RoleMark } from './RoleMark.tsx';

/** From which role to which. */
export function RoleChange({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('admin');
  return (
    <p className="role-change">
      <RoleMark role={from} />
      <Icon name="chevron" />
      <span className="visually-hidden">{t('plans.to')}</span>
      <RoleMark role={to} />
    </p>
  );
}
