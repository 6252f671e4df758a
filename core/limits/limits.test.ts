import { describe, expect, it } from 'vitest';
import { activeFilterLimit, canActivate } from './limits.ts';

describe('active filters', () => {
  it.each([
    ['user', 0],
    ['basic', 5],
    ['advanced', 10],
    ['admin', 20],
    ['superadmin', 0],
    ['', 0],
    ['constructor', 0],
  ])('of the role %j: %i', (role, limit) => {
    expect(activeFilterLimit(role)).toBe(limit);
  });

  it('can be switched on up to the limit', () => {
    expect(canActivate({ role: 'basic', activeCount: 4, alreadyActive: false })).toBe(true);
    expect(canActivate({ role: 'basic', activeCount: 5, alreadyActive: false })).toBe(false);
    expect(canActivate({ role: 'user', activeCount: 0, alreadyActive: false })).toBe(false);
  });

  it('stay on when they are saved again', () => {
    expect(canActivate({ role: 'basic', activeCount: 5, alreadyActive: true })).toBe(true);
    expect(canActivate({ role: 'user', activeCount: 3, alreadyActive: true })).toBe(true);
  });
});
