import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { SignInWay } from '../contracts/sessions.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { UnauthenticatedError } from '../errors.ts';
import { keptSince } from '../retention/kept-for.ts';
import { User } from '../users/user.entity.ts';
import { Session } from './session.entity.ts';
import { isToken, newToken, tokenHash } from './token.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Lifetime {
  readonly idleMs: number;
  readonly totalMs: number;
}
const ADMIN_LIFETIME: Lifetime = { idleMs: 30 * MINUTE_MS, totalMs: 8 * HOUR_MS };
const USER_LIFETIME: Lifetime = { idleMs: 7 * DAY_MS, totalMs: 30 * DAY_MS };

/** How long a browser keeps the token; the server may end the session sooner. */
export const SESSION_MAX_AGE_S = USER_LIFETIME.totalMs / 1000;

/** The browser in which somebody signs in. */
export interface Visitor {
  /** Token of the session that the new one replaces. */
  readonly previousToken: string | null;
  /** Browser and system, for the user to recognise. */
  readonly client: string | null;
}

export interface SignedIn {
  readonly user: User;
  /** Token of the new session. */
  readonly token: string;
}

/** A session as its user may know it. */
export interface SessionInfo {
  readonly way: SignInWay;
  readonly client: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** The one that asks. */
  readonly current: boolean;
}

interface SessionDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
}

/** Who is signed in. A session is an opaque 256-bit token, of which the database knows only the hash. */
export class SessionService {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: SessionDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /**
   * Opens a session and returns its token, which is shown only once; the one before in this browser ends.
   * @param passwordHash opens it only while this is still the user's: a password that is changed meanwhile opens nothing.
   * @throws UnauthenticatedError when the user was deleted meanwhile, or has another password.
   */
  async open(userId: number, way: SignInWay, visitor: Visitor, passwordHash?: string): Promise<string> {
    const { previousToken, client } = visitor;
    const now = this.#clock.now();
    const token = newToken();
    const expiresAt = new Date(now.getTime() + USER_LIFETIME.totalMs);
    const values = [tokenHash(token), way, client, now, now, expiresAt, userId];
    // The stronger lock waits for a change of the password and then looks again.
    const isStillPassword = passwordHash === undefined ? 'for key share' : 'and password_hash = ? for share';
    const opened = await this.#em.execute<unknown[]>(
      `insert into sessions (token_hash, user_id, way, client, created_at, last_used_at, expires_at)
       select ?, id, ?, ?, ?, ?, ? from users where id = ? ${isStillPassword} returning 1`,
      passwordHash === undefined ? values : [...values, passwordHash],
    );
    if (opened.length === 0) throw new UnauthenticatedError('auth.unauthenticated');
    if (previousToken !== null) await this.revoke(previousToken);
    return token;
  }

  /** The user of a living session with the role of this moment, else null. Notes the use, at most once a minute. */
  async find(token: string): Promise<User | null> {
    if (!isToken(token)) return null;
    const session = await this.#em.findOne(Session, tokenHash(token));
    const user = session && (await this.#em.findOne(User, session.userId));
    if (!session || !user || !this.#isAlive(session, user)) return null;
    await this.#touch(session);
    return user;
  }

  /** Ends one session. */
  async revoke(token: string): Promise<void> {
    await this.#em.nativeDelete(Session, { tokenHash: tokenHash(token) });
  }

  /** Deletes a batch of those that would be dead whatever role their user had; answers how many. */
  forgetEnded(): Promise<number> {
    const end = keptSince('sessions', this.#clock.now());
    const unusedSince = new Date(end.getTime() - USER_LIFETIME.idleMs);
    return deleteBatch(this.#em, {
      table: 'sessions',
      key: ['token_hash'],
      where: 'expires_at <= ? or last_used_at <= ?',
      values: [end, unusedSince],
    });
  }

  /** The user's living sessions, the one with this token first, then the latest used. */
  async list(userId: number, currentToken: string | null): Promise<SessionInfo[]> {
    const current = currentToken === null ? null : tokenHash(currentToken);
    const user = await this.#em.findOneOrFail(User, userId);
    const sessions = await this.#em.find(Session, { userId }, { orderBy: { lastUsedAt: 'desc', createdAt: 'desc' } });
    return sessions
      .filter((session) => this.#isAlive(session, user))
      .map((session) => infoOf(session, session.tokenHash === current))
      .sort((one, other) => Number(other.current) - Number(one.current));
  }

  /**
   * Ends every session of the user but the one with this token, and refuses all launch data that was signed until now.
   * The one that stays gets a new token, which is returned; it ends when it would have ended anyway.
   *
   * Without a token (who asks by launch data need not keep a session) all end, and the answer is null. The launch data
   * that asked are refused from now on, too: `auth.reopenApp`, until the app is opened anew.
   * @throws UnauthenticatedError auth.sessionExpired when the user has no session with this token, or no more.
   */
  async endOthers(userId: number, currentToken: string | null): Promise<string | null> {
    return this.#em.transactional(async (em) => {
      // The user's row first: two who end each other's sessions come one after the other.
      await em.nativeUpdate(User, { id: userId }, { sessionsValidAfter: this.#clock.now() });
      const renewed = currentToken === null ? null : await this.#renew(em, userId, currentToken);
      const others = renewed === null ? {} : { tokenHash: { $ne: tokenHash(renewed) } };
      await em.nativeDelete(Session, { userId, ...others });
      return renewed;
    });
  }

  /** Sessions that began before this moment are dead from now on, so this one begins anew; its end stays. */
  async #renew(em: EntityManager, userId: number, token: string): Promise<string> {
    const own = { tokenHash: tokenHash(token), userId };
    const session = await em.findOne(Session, own, { disableIdentityMap: true });
    const user = await em.findOne(User, userId, { disableIdentityMap: true });
    if (!session || !user) throw new UnauthenticatedError('auth.sessionExpired');
    const now = this.#clock.now();
    const renewed = newToken();
    await em.nativeUpdate(Session, own, {
      tokenHash: tokenHash(renewed),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: endOf(session, user),
    });
    return renewed;
  }

  #isAlive(session: Session, user: User): boolean {
    const now = this.#clock.now().getTime();
    return (
      now - session.lastUsedAt.getTime() < lifetimeOf(user).idleMs &&
      now < endOf(session, user).getTime() &&
      session.createdAt.getTime() >= (user.sessionsValidAfter?.getTime() ?? 0)
    );
  }

  async #touch(session: Session): Promise<void> {
    const now = this.#clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() < MINUTE_MS) return;
    await this.#em.nativeUpdate(Session, { tokenHash: session.tokenHash }, { lastUsedAt: now });
  }
}

function lifetimeOf({ role }: User): Lifetime {
  return role === 'admin' ? ADMIN_LIFETIME : USER_LIFETIME;
}

/** When the session ends however much it is used: a role that came later may shorten it. */
function endOf({ createdAt, expiresAt }: Session, user: User): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + lifetimeOf(user).totalMs));
}

function infoOf({ way, client, createdAt, lastUsedAt }: Session, current: boolean): SessionInfo {
  return { way, client: client ?? null, createdAt, lastUsedAt, current };
}
