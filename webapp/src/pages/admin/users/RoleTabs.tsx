import { useTranslation } from 'react-i18next';
import type { CountsByRole } from '#core/contracts/admin-users.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { useRoleName } from '../../../components/use-role-name.ts';

interface RoleTabsProps {
  /** Users of each role that the search fits; not known before the first answer. */
  readonly byRole: CountsByRole | undefined;
  readonly chosen: Role | null;
  readonly onChoose: (role: Role | null) => void;
}

/** Everybody, or the users of one role. */
export function RoleTabs({ byRole, chosen, onChoose }: RoleTabsProps) {
  const { t } = useTranslation('admin');
  const nameOf = useRoleName();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div className="role-tabs" role="group" aria-label={t('users.column.role')}>
      {[null, ...ROLES].map((role) => (
        <button
          className="role-tabs__tab"
          type="button"
          key={role}
          aria-pressed={role === chosen}
          onClick={() => role !== chosen && onChoose(role)}
        >
          {role === null ? t('users.all') : nameOf(role)}
          {byRole && (
            <span className="role-tabs__count"> {formatWhole(role === null ? countAll(byRole) : byRole[role])}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Users of all roles together. */
export function countAll(byRole: CountsByRole): number {
  return ROLES.reduce((sum, role) => sum + byRole[role], 0);
}
