import { useTranslation } from 'react-i18next';
import { ROLES } from '#core/contracts/user.ts';

/** Words a role; null for one that the pages do not know, and for none. */
export function useRoleName(): (role: string | null) => string | null {
  const { t } = useTranslation('common');
  return (role) => {
    const known = ROLES.find((candidate) => candidate === role);
    return known === undefined ? null : t(`role.${known}`);
  };
}
