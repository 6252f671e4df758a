import type { ErrorCode } from '../contracts/error-codes.ts';
import type { Role } from '../contracts/user.ts';

export interface RoleChange {
  readonly direction: 'promote' | 'demote';
  readonly from: Role;
  readonly to: Role;
}

const ALLOWED: Readonly<Record<RoleChange['direction'], Readonly<Partial<Record<Role, readonly Role[]>>>>> = {
  promote: { user: ['basic', 'advanced'], basic: ['advanced'] },
  demote: { basic: ['user'], advanced: ['basic', 'user'] },
};

/**
 * Why a role may not be changed so; null when it may. The command line alone, `byCli`, takes the role of an
 * administrator away; nothing here gives it.
 */
export function roleChangeFault({ direction, from, to }: RoleChange, byCli = false): ErrorCode | null {
  if (from === 'admin' && !(byCli && direction === 'demote')) return 'user.adminImmutable';
  const allowed = from === 'admin' ? to !== 'admin' : ALLOWED[direction][from]?.includes(to);
  return allowed ? null : 'user.roleNotAllowed';
}
