import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Plan, PlansResponse } from '../contracts/plans.ts';
import { ConflictError, InvalidInputError } from '../errors.ts';
import { activeFilterLimit } from '../limits/limits.ts';
import type { AdminNotices } from '../notifications/admin-notices.ts';
import { lockWriter, refuseTooManyLetters } from '../users/letter-writer.ts';
import { PlanRequest } from './plan-request.entity.ts';
import { canRequest, SHOWN_PLANS } from './plan-rules.ts';

interface PlanDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly notices: AdminNotices;
  /** Whether a user is held to so many requests an hour. */
  readonly isLimited: boolean;
}

/** The plans, which are the roles, and what users ask for. */
export class PlanService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #notices: AdminNotices;
  readonly #isLimited: boolean;

  constructor(deps: PlanDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#notices = deps.notices;
    this.#isLimited = deps.isLimited;
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
   * @throws InvalidInputError plan.notAvailable, ConflictError plan.alreadyRequested, TooManyError request.tooMany
   */
  async request(userId: number, plan: Plan): Promise<void> {
    const now = this.#clock.now();
    await this.#em.transactional(async (em) => {
      // The lock of every change of a role, too: nobody may be given the plan between the question and its entry.
      const { role } = await lockWriter(em, userId);
      if (!canRequest(role, plan)) throw new InvalidInputError('plan.notAvailable', { field: 'plan' });
      const isOpen = (await em.count(PlanRequest, { userId, plan, state: 'open' })) > 0;
      if (isOpen) throw new ConflictError('plan.alreadyRequested');
      // Each rings at every administrator: who goes to and fro between two plans must not flood their chats.
      if (this.#isLimited) await refuseTooManyLetters(em, { table: 'plan_requests', userId, now });
      // A row of its own: who answers an earlier request must not grant another plan by it.
      await em.nativeUpdate(PlanRequest, { userId, state: 'open' }, { state: 'replaced' });
      const requestId = await em.insert(PlanRequest, { userId, plan, state: 'open', createdAt: now });
      await this.#notices.announce(em, 'admin_plan', requestId);
    });
  }
}
