import { describe, expect, it } from 'vitest';
import { canRequest, plansWithin, SHOWN_PLANS } from './plan-rules.ts';

describe('a role', () => {
  it.each([
    ['user', ['basic', 'advanced']],
    ['basic', ['advanced']],
    ['advanced', []],
    ['admin', []],
    ['owner', []],
    ['', []],
  ])('%s may ask for %j', (role, plans) => {
    expect(SHOWN_PLANS.filter((plan) => canRequest(role, plan))).toEqual(plans);
  });

  it.each([
    ['user', []],
    ['basic', ['basic']],
    ['advanced', ['basic', 'advanced']],
    ['admin', ['basic', 'advanced']],
  ])('%s gives %j', (role, plans) => {
    expect(plansWithin(role)).toEqual(plans);
  });
});
