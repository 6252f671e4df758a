import { createHash, timingSafeEqual } from 'node:crypto';
import { NotFoundError, UnauthenticatedError } from '../errors.ts';
import type { UserService } from '../users/user-service.ts';
import type { GuessLimiter } from './guess-limiter.ts';
import type { SessionService, SignedIn, Visitor } from './session-service.ts';

interface DevLoginDeps {
  readonly users: UserService;
  readonly sessions: SessionService;
  readonly guesses: GuessLimiter;
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
   * Signs an administrator in. Who is wrong does not learn in what.
   * @throws NotFoundError request.notFound where there is no secret, UnauthenticatedError auth.loginFailed, TooManyError
   */
  async login({ telegramId, secret, address }: DevLoginRequest, visitor: Visitor): Promise<SignedIn> {
    const { users, sessions, guesses, secret: expected } = this.#deps;
    if (expected === null) throw new NotFoundError('request.notFound');
    const budgets = [{ key: `developers' log-in from ${address}`, max: 10 }];
    await guesses.spend(budgets);
    const isSecret = timingSafeEqual(digest(secret), digest(expected));
    const user = await users.findByTelegramId(telegramId);
    if (!isSecret || user?.role !== 'admin') throw new UnauthenticatedError('auth.loginFailed');
    await guesses.refund(budgets);
    return { user, token: await sessions.open(user.id, 'dev', visitor) };
  }
}

/** Of one length whatever the text, so that comparing two tells not even that. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
