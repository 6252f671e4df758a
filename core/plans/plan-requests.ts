import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Plan } from '../contracts/plans.ts';
import { type IdPageQuery, readIdPage } from '../db/id-list.ts';
import { NotFoundError } from '../errors.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { lockForDeed } from '../users/actor-lock.ts';
import type { UserRoles } from '../users/user-roles.ts';
import {
  findOpenRequests,
  OPEN_REQUEST_LIST,
  type OpenRequest,
  type OpenRequestRow,
  openRequest,
} from './open-requests.ts';
import { PlanRequest } from './plan-request.entity.ts';

interface PlanRequestsDeps {
  readonly em: EntityManager;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
  readonly roles: UserRoles;
}

/** What users ask for, as administrators answer it. */
export class PlanRequests {
  readonly #em: EntityManager;
  readonly #outbox: Outbox;
  readonly #audit: AuditLog;
  readonly #roles: UserRoles;

  constructor(deps: PlanRequestsDeps) {
    this.#em = deps.em;
    this.#outbox = deps.outbox;
    this.#audit = deps.audit;
    this.#roles = deps.roles;
  }

  /** Those that wait for an answer, the oldest first. @throws InvalidInputError request.invalid (cursor) */
  async open(
    page: Omit<IdPageQuery, 'search'>,
  ): Promise<{ requests: OpenRequest[]; total: number; nextCursor: string | null }> {
    const { rows, ...rest } = await readIdPage<OpenRequestRow>(this.#em, OPEN_REQUEST_LIST, page);
    return { requests: rows.map(openRequest), ...rest };
  }

  /** @throws NotFoundError plan.requestNotFound when it was answered already */
  get(requestId: number): Promise<OpenRequest> {
    return openOne(this.#em, requestId);
  }

  /**
   * Gives the plan that was asked for, or the one named; whichever it is answers the request. One that the user has
   * already is refused: it would end the request without a word to them.
   * @returns the request as it was, and the plan. @throws as `get` and `UserRoles.promote`
   */
  grant(by: Actor, requestId: number, plan?: Plan): Promise<{ request: OpenRequest; plan: Plan }> {
    return this.#em.transactional(async (em) => {
      const request = await lockOpen(em, by, requestId);
      const given = plan ?? request.plan;
      await this.#roles.promoteIn(em, by, request.user.id, given);
      await em.nativeUpdate(PlanRequest, requestId, { state: 'granted' });
      return { request, plan: given };
    });
  }

  /** The user is told, and may ask again. @throws as `get`; ForbiddenError auth.notAdmin */
  decline(by: Actor, requestId: number): Promise<OpenRequest> {
    return this.#em.transactional(async (em) => {
      const request = await lockOpen(em, by, requestId);
      const { plan, user } = request;
      await em.nativeUpdate(PlanRequest, requestId, { state: 'declined' });
      await this.#audit.record(em, { by, action: 'plan.decline', targetUserId: user.id });
      const text = { textKey: 'plan.declined', values: { plan } };
      await this.#outbox.enqueueText(em, { kind: 'plan', subjectId: requestId, userId: user.id, ...text });
      return request;
    });
  }
}

/**
 * The request under the lock of its user, which everybody takes who answers, replaces or meets a request: of two who
 * answer at once, the second finds it answered.
 */
async function lockOpen(em: EntityManager, by: Actor, requestId: number): Promise<OpenRequest> {
  const { user } = await openOne(em, requestId);
  await lockForDeed(em, by, user.id);
  return openOne(em, requestId);
}

async function openOne(em: EntityManager, requestId: number): Promise<OpenRequest> {
  const [request] = await findOpenRequests(em, [requestId]);
  if (!request) throw new NotFoundError('plan.requestNotFound');
  return request;
}
