import { createHash, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { actingUser, stranger } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { NotFoundError, UnauthenticatedError } from '../errors.ts';
import type { UserService } from '../users/user-service.ts';
import type { GuessLimiter } from './guess-limiter.ts';
import type { SessionService, SignedIn, Visitor } from './session-service.ts';

interface DevLoginDeps {
  readonly em: EntityManager;
  readonly users: UserService;
  readonly sessions: SessionService;
  readonly guesses: GuessLimiter;
  readonly audit: AuditLog;
  /** What developers sign in with; null: they cannot. */
  readonly secret: string | null;
}

/** What a developer shows for themselves. */
interface DevLoginRequest {
  /** Messaging ID of an administrator. */
  readonly telegramId: number;
  readonly secret: string;
  /** Network address that asks. */
  readonly address: string;
}

/** The way in for administrators without Telegram: by the operator's secret. */
export class DevLogin {
  readonly #deps: DevLoginDeps;

  constructor(deps: DevLoginDeps) {
    this.#deps = deps;
  }

  /**
   * Signs an administrator in. Who is wrong does not learn in what. The audit log learns of both.
   * @throws NotFoundError request.notFound where there is no secret, UnauthenticatedError auth.loginFailed, TooManyError
   */
  async login({ telegramId, secret, address }: DevLoginRequest, visitor: Visitor): Promise<SignedIn> {
    const { em, users, guesses, audit, secret: expected } = this.#deps;
    if (expected === null) throw new NotFoundError('request.notFound');
    const budgets = [{ key: `developers' log-in from ${address}`, max: 10 }];
    await guesses.spend(budgets);
    const isSecret = timingSafeEqual(digest(secret), digest(expected));
    const user = await users.findByTelegramId(telegramId);
    if (!isSecret || user?.role !== 'admin') {
      await audit.record(em, { by: stranger(address), action: 'login.refused', targetUserId: user?.id ?? null });
      throw new UnauthenticatedError('auth.loginFailed');
    }
    await guesses.refund(budgets);
    return { user, token: await this.#open(user.id, address, visitor) };
  }

  #open(userId: number, address: string, visitor: Visitor): Promise<string> {
    const { em, sessions, audit } = this.#deps;
    return em.transactional(async (inner) => {
      const by = actingUser(userId, 'web', address);
      await audit.record(inner, { by, action: 'login', targetUserId: userId });
      return sessions.open(userId, 'dev', visitor);
    });
  }
}

/** Of one length whatever the text, so that comparing two tells not even that. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
