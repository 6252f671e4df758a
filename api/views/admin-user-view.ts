import type { AdminUser, CountsByRole, UsersResponse } from '#core/contracts/admin-users.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { ListedUser, UserPage } from '#core/users/user-search.ts';

const LIMITS: CountsByRole = {
  user: activeFilterLimit('user'),
  basic: activeFilterLimit('basic'),
  advanced: activeFilterLimit('advanced'),
  admin: activeFilterLimit('admin'),
};

/** A page of users, as administrators see them. */
export function usersView({ users, ...page }: UserPage): UsersResponse {
  return { allUsers: users.map(adminUserView), limits: LIMITS, ...page };
}

function adminUserView({ id, telegramId, firstName, role, activeFilters }: ListedUser): AdminUser {
  return {
    id,
    telegram_user_id: telegramId,
    first_name: firstName,
    role,
    activeFilters,
    filterLimit: activeFilterLimit(role),
  };
}
