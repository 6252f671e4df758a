import type { AdminUser } from '#core/contracts/admin-users.ts';
import type { Role } from '#core/contracts/user.ts';
import type { RoleDeed } from '../../../api/admin-endpoints.ts';
import type { UserDeed } from '../../../state/admin-users.ts';

/** A deed and whom it is about. */
export interface AskedDeed {
  readonly user: AdminUser;
  readonly deed: UserDeed;
}

interface RoleChange {
  readonly direction: 'promote' | 'demote';
  /** The role that it leads to. */
  readonly role: Role;
}

export const ROLE_CHANGES: Readonly<Record<RoleDeed, RoleChange>> = {
  promoteBasic: { direction: 'promote', role: 'basic' },
  promoteAdvanced: { direction: 'promote', role: 'advanced' },
  demoteBasic: { direction: 'demote', role: 'basic' },
  demoteUser: { direction: 'demote', role: 'user' },
};

const CHANGES_OF: Readonly<Partial<Record<string, readonly RoleDeed[]>>> = {
  user: ['promoteBasic', 'promoteAdvanced'],
  basic: ['promoteAdvanced', 'demoteUser'],
  advanced: ['demoteBasic', 'demoteUser'],
};

/** The changes of a role that the server would do. */
export function roleDeedsFor(role: string): readonly RoleDeed[] {
  return CHANGES_OF[role] ?? [];
}
