import { describe, expect, it } from 'vitest';
import { ROLES } from '../contracts/user.ts';
import { roleChangeFault } from './role-transitions.ts';

/** Every change that the administrators' pages may make. */
const ALLOWED = [
  'promote user basic',
  'promote user advanced',
  'promote basic advanced',
  'demote advanced basic',
  'demote advanced user',
  'demote basic user',
];

describe('a role change', () => {
  for (const direction of ['promote', 'demote'] as const)
    for (const from of ROLES)
      for (const to of ROLES) {
        const name = `${direction} ${from} ${to}`;
        const expected =
          from === 'admin' ? 'user.adminImmutable' : ALLOWED.includes(name) ? null : 'user.roleNotAllowed';
        it(`${name}: ${expected ?? 'allowed'}`, () => {
          expect(roleChangeFault({ direction, from, to })).toBe(expected);
        });
      }

  it('takes an administrator’s role away from the command line only', () => {
    expect(roleChangeFault({ direction: 'demote', from: 'admin', to: 'advanced' }, true)).toBeNull();
    expect(roleChangeFault({ direction: 'demote', from: 'admin', to: 'admin' }, true)).toBe('user.roleNotAllowed');
    expect(roleChangeFault({ direction: 'promote', from: 'admin', to: 'advanced' }, true)).toBe('user.adminImmutable');
    expect(roleChangeFault({ direction: 'promote', from: 'advanced', to: 'admin' }, true)).toBe('user.roleNotAllowed');
  });
});
