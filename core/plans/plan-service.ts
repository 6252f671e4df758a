import type { EntityManager } from '@mikro-orm/postgresql';
import type { Plan, PlansResponse } from '../contracts/plans.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../errors.ts';
import { activeFilterLimit } from '../limits/limits.ts';
import type { AdminNotices } from '../notifications/admin-notices.ts';
import { PlanRequest } from './plan-request.entity.ts';
import { canRequest, SHOWN_PLANS } from './plan-rules.ts';

/** The plans, which are the roles, and what users ask for. */
export class PlanService {
  readonly #em: EntityManager;
  readonly #notices: AdminNotices;

  constructor(deps: { em: EntityManager; notices: AdminNotices }) {
    this.#em = deps.em;
    this.#notices = deps.notices;
  }

  /** The plans as this user sees them, the smallest first. */
  async offers(user: { readonly id: number; readonly role: string }): Promise<PlansResponse['plans']> {
    const open = await this.#em.findOne(PlanRequest, { userId: user.id, state: 'open' }, { refresh: true });
    return SHOWN_PLANS.map((plan) => ({
      plan,
      limit: activeFilterLimit(plan),
      current: plan === user.role,
      requested: plan === open?.plan,
      available: canRequest(user.role, plan),
    }));
  }

  /**
   * Asks the administrators for a plan. What was asked for before and is still open gives way.
   * @throws InvalidInputError plan.notAvailable, ConflictError plan.alreadyRequested
   */
  async request(userId: number, plan: Plan): Promise<void> {
    await this.#em.transactional(async (em) => {
      // The lock of every change of a role: nobody may be given the plan between the question and its entry.
      const lock = 'select role from users where id = ? for no key update';
      const [user] = await em.execute<{ role: string }[]>(lock, [userId]);
      if (!user) throw new NotFoundError('user.notFound');
      if (!canRequest(user.role, plan)) throw new InvalidInputError('plan.notAvailable', { field: 'plan' });
      const isOpen = (await em.count(PlanRequest, { userId, plan, state: 'open' })) > 0;
      if (isOpen) throw new ConflictError('plan.alreadyRequested');
      // A row of its own: who answers an earlier request must not grant another plan by it.
      await em.nativeDelete(PlanRequest, { userId, state: 'open' });
      const requestId = await em.insert(PlanRequest, { userId, plan, state: 'open' });
      await this.#notices.announce(em, 'admin_plan', requestId);
    });
  }
}
