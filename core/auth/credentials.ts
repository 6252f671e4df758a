import type { EntityManager } from '@mikro-orm/postgresql';
import { stranger } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import { ConflictError, NotFoundError, UnauthenticatedError } from '../errors.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { User } from '../users/user.entity.ts';
import { readPassword, readUsername, usernameKeyOf } from './account-fields.ts';
import type { GuessBudget, GuessLimiter } from './guess-limiter.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { dropRecoveries } from './pending-changes.ts';
import type { SessionService, SignedIn, Visitor } from './session-service.ts';
import { takenFault } from './taken.ts';

interface CredentialsDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly sessions: SessionService;
  readonly guesses: GuessLimiter;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
}

/** A log-in by username and password. */
interface PasswordLogin {
  readonly username: string;
  readonly password: string;
  /** Network address that asks. */
  readonly address: string;
}

/** What a user knows: username and password. */
export class Credentials {
  readonly #deps: CredentialsDeps;

  constructor(deps: CredentialsDeps) {
    this.#deps = deps;
  }

  /**
   * Signs in. Whether the username or the password is wrong shows neither in the answer nor in the time it takes; the
   * audit log gets its line either way.
   * @throws UnauthenticatedError auth.invalidCredentials, TooManyError
   */
  async passwordLogin({ username, password, address }: PasswordLogin, visitor: Visitor): Promise<SignedIn> {
    const { em, guesses, audit } = this.#deps;
    const key = usernameKeyOf(username);
    const budgets = loginBudgets(key, address);
    await guesses.spend(budgets);
    const user = await em.findOne(User, { usernameKey: key }, { populate: ['passwordHash'], refresh: true });
    const token = await this.#openBy(password, user, visitor);
    if (!user || token === null) {
      await audit.record(em, { by: stranger(address), action: 'login.refused', targetUserId: user?.id ?? null });
      throw new UnauthenticatedError('auth.invalidCredentials');
    }
    await guesses.refund(budgets);
    return { user, token };
  }

  /** Null: it is not this user's password, or it is no more, or there is no such user. */
  async #openBy(password: string, user: User | null, visitor: Visitor): Promise<string | null> {
    const hash = user?.passwordHash ?? null;
    if (!(await isPassword(password, hash)) || !user || hash === null) return null;
    return this.#deps.sessions.open(user.id, 'password', visitor, hash).catch((error: unknown) => {
      // The account was deleted, or its password changed, while the password was compared.
      if (error instanceof UnauthenticatedError) return null;
      throw error;
    });
  }

  /**
   * Makes sure that it is the owner who sits at the signed-in browser.
   * @throws UnauthenticatedError auth.wrongPassword, ConflictError user.noPassword, TooManyError
   */
  async requirePassword(userId: number, password: string): Promise<void> {
    await this.#rightHash(userId, password);
  }

  /**
   * Changes the password, and ends every session but the one that asks and every recovery that waits for its code. The
   * bot tells the user: it may have been somebody else.
   * @returns the new token of that one; null when the user asks without a session.
   * @throws InvalidInputError for the new password, and like `requirePassword`
   */
  async changePassword(
    userId: number,
    change: { readonly currentPassword: string; readonly password: string; readonly confirmPassword: string },
    currentToken: string | null,
  ): Promise<string | null> {
    const { em, clock, sessions, outbox } = this.#deps;
    const password = readPassword(change.password, change.confirmPassword);
    const current = await this.#rightHash(userId, change.currentPassword);
    const passwordHash = await hashPassword(password);
    return em.transactional(async (inner) => {
      await this.#update(userId, current, { passwordHash });
      await dropRecoveries(inner, userId);
      const subjectId = clock.now().getTime();
      const told = { textKey: 'account.passwordChanged', values: {} } as const;
      await outbox.enqueueText(inner, { kind: 'system', subjectId, userId, ...told });
      return sessions.endOthers(userId, currentToken);
    });
  }

  /** @throws InvalidInputError user.username…, and like `requirePassword` */
  async changeUsername(
    userId: number,
    change: { readonly username: string; readonly currentPassword: string },
  ): Promise<void> {
    const renamed = readUsername(change.username);
    const current = await this.#rightHash(userId, change.currentPassword);
    await this.#update(userId, current, renamed);
  }

  /** The hash of the user's password, once it was given right. */
  async #rightHash(userId: number, password: string): Promise<string> {
    const { em, guesses } = this.#deps;
    const user = await em.findOne(User, userId, { populate: ['passwordHash'], refresh: true });
    if (!user) throw new NotFoundError('user.notFound');
    if (!user.passwordHash) throw new ConflictError('user.noPassword');
    const budgets = [{ key: `password of user ${userId}`, max: 10 }];
    await guesses.spend(budgets);
    if (!(await isPassword(password, user.passwordHash))) throw new UnauthenticatedError('auth.wrongPassword');
    await guesses.refund(budgets);
    return user.passwordHash;
  }

  /** A password that was changed while this one was looked at is the current one no more. */
  async #update(
    userId: number,
    passwordHash: string,
    values: { passwordHash: string } | { username: string; usernameKey: string },
  ): Promise<void> {
    const { em } = this.#deps;
    const changed = await em.nativeUpdate(User, { id: userId, passwordHash }, values).catch((error: unknown) => {
      throw takenFault(error) ?? error;
    });
    if (changed === 0) throw new UnauthenticatedError('auth.wrongPassword');
  }
}

function loginBudgets(usernameKey: string, address: string): GuessBudget[] {
  return [
    { key: `log-in as ${usernameKey} from ${address}`, max: 10 },
    { key: `log-in as ${usernameKey}`, max: 30 },
    { key: `log-in from ${address}`, max: 60 },
  ];
}
