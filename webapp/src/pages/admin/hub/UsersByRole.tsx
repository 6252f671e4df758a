import '../../../styles/admin-roles.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CountsByRole } from '#core/contracts/admin-users.ts';
import { ROLES } from '#core/contracts/user.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { Icon } from '../../../components/Icon.tsx';

const CONSOLE = '/admin/console';

/** How many users each role has; each leads to them. */
export function UsersByRole({ byRole }: { readonly byRole: CountsByRole | undefined }) {
  const { t } = useTranslation(['admin', 'common']);
  const id = useId();
  return (
    <section className="admin-card" aria-labelledby={id}>
      <div className="admin-card__head">
        <h2 className="admin-card__title" id={id}>
          {t('admin:hub.roles.title')}
        </h2>
        <Link className="admin-card__link" to={CONSOLE}>
          {t('admin:hub.roles.console')}
          <Icon name="chevron" />
        </Link>
      </div>
      <div className="roles__bar" aria-hidden="true">
        {byRole &&
          ROLES.filter((role) => byRole[role] > 0).map((role) => (
            <span className="roles__part" key={role} data-role={role} style={{ flexGrow: byRole[role] }} />
          ))}
      </div>
      <ul className="roles">
        {ROLES.map((role) => (
          <li key={role}>
            <Link className="roles__row" to={`${CONSOLE}?role=${role}`}>
              <span className="roles__part" data-role={role} />
              {t(`common:role.${role}`)}
              {byRole ? (
                <span className="roles__count">{formatWhole(byRole[role])}</span>
              ) : (
                <span className="roles__count outline" aria-hidden="true" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
