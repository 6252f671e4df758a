import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#core/contracts/admin-users.ts';
import { PersonInitial } from '../shared/PersonInitial.tsx';
import { usePersonName } from '../shared/use-person-name.ts';

/** Who a row is about. */
export function UserName({ user }: { readonly user: AdminUser }) {
  const nameOf = usePersonName();
  return (
    <span className="user-name">
      <PersonInitial name={user.first_name} />
      <bdi className="user-name__text">{nameOf(user)}</bdi>
    </span>
  );
}

/** How many filters the user has switched on, out of how many. */
export function ActiveFilters({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('admin');
  if (user.filterLimit === 0) return <span className="users__note">{t('users.noFilters')}</span>;
  return <>{t('users.filtersOf', { active: user.activeFilters, limit: user.filterLimit })}</>;
}
