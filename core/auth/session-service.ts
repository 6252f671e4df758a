import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { SignInWay } from '../contracts/sessions.ts';
import { UnauthenticatedError } from '../errors.ts';
import { User } from '../users/user.entity.ts';
import { Session } from './session.entity.ts';
import { newToken, tokenHash } from './token.ts';

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

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Where a session is opened from. */
export interface SessionOrigin {
  readonly way: SignInWay;
  /** Browser and system, for the user to recognise. */
  readonly client: string | null;
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
   * Opens a session and returns its token, which is shown only once; the user's expired sessions go.
   * @throws UnauthenticatedError when the user was deleted meanwhile.
   */
  async create(userId: number, { way, client }: SessionOrigin): Promise<string> {
    const now = this.#clock.now();
    const token = newToken();
    await this.#em.nativeDelete(Session, { userId, expiresAt: { $lte: now } });
    const expiresAt = new Date(now.getTime() + USER_LIFETIME.totalMs);
    const opened = await this.#em.execute<unknown[]>(
      `insert into sessions (token_hash, user_id, way, client, created_at, last_used_at, expires_at)
       select ?, id, ?, ?, ?, ?, ? from users where id = ? for key share returning 1`,
      [tokenHash(token), way, client, now, now, expiresAt, userId],
    );
    if (opened.length === 0) throw new UnauthenticatedError('auth.unauthenticated');
    return token;
  }

  /** The user of a living session with the role of this moment, else null. Notes the use, at most once a minute. */
  async find(token: string): Promise<User | null> {
    if (!TOKEN_PATTERN.test(token)) return null;
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

  /** Ends every session of the user and refuses all launch data that was signed until now. */
  async revokeAll(userId: number): Promise<void> {
    await this.#em.transactional(async (em) => {
      await em.nativeUpdate(User, { id: userId }, { sessionsValidAfter: this.#clock.now() });
      await em.nativeDelete(Session, { userId });
    });
  }

  #isAlive(session: Session, user: User): boolean {
    const now = this.#clock.now().getTime();
    const { idleMs, totalMs } = user.role === 'admin' ? ADMIN_LIFETIME : USER_LIFETIME;
    return (
      now - session.lastUsedAt.getTime() < idleMs &&
      now - session.createdAt.getTime() < totalMs &&
      session.createdAt.getTime() >= (user.sessionsValidAfter?.getTime() ?? 0)
    );
  }

  async #touch(session: Session): Promise<void> {
    const now = this.#clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() < MINUTE_MS) return;
    await this.#em.nativeUpdate(Session, { tokenHash: session.tokenHash }, { lastUsedAt: now });
  }
}
