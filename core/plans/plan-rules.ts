import { PLANS, type Plan } from '../contracts/plans.ts';
import { activeFilterLimit } from '../limits/limits.ts';

/** The roles that the list of plans shows, the smallest first. */
export const SHOWN_PLANS = ['user', ...PLANS] as const;
type ShownPlan = (typeof SHOWN_PLANS)[number];

/** Whether a user of this role may ask for the plan: it allows more, and the role is one that plans know. */
export function canRequest(role: string, plan: ShownPlan): boolean {
  const isPlanRole = SHOWN_PLANS.some((shown) => shown === role);
  return isPlanRole && activeFilterLimit(plan) > activeFilterLimit(role);
}

/** The plans that a role gives already, itself or by a higher limit. */
export function plansWithin(role: string): Plan[] {
  return PLANS.filter((plan) => activeFilterLimit(plan) <= activeFilterLimit(role));
}
