import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';
import { keptSince } from '../retention/kept-for.ts';
import { User } from '../users/user.entity.ts';
import { LoginLink } from './login-link.entity.ts';
import type { SessionService, SignedIn, Visitor } from './session-service.ts';
import { isToken, newLinkToken, tokenHash } from './token.ts';

const LIFETIME_MS = 5 * 60_000;

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;

interface LoginLinksDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly sessions: SessionService;
}

/** A log-in that a browser has begun. */
export interface BegunLogin {
  readonly id: string;
  /** Stands in the deep link; shown only once. */
  readonly token: string;
  readonly matchCode: string;
  readonly expiresAt: Date;
}

/** A log-in as the chat asks about it. */
export interface AskedLogin {
  readonly id: string;
  readonly matchCode: string;
  readonly client: string | null;
}

/** How a log-in stands for the user who pressed a button. */
export interface DecidedLogin {
  /** `over`: too late, or somebody else was let in. */
  readonly state: 'confirmed' | 'cancelled' | 'over';
  /** Whether it was this press that decided. */
  readonly isNew: boolean;
  readonly client: string | null;
}

/** Who is at the other end of a chat. */
type ChatUser = Pick<User, 'id' | 'telegramId'>;

export type LoginState = { readonly state: 'pending' | 'expired' } | ({ readonly state: 'confirmed' } & SignedIn);

/**
 * Log-ins by a link, each good once and for five minutes. Whoever stores something that concerns a user locks the
 * user's row first and the link's second, as the deletion of an account does; the condition of the link's update
 * decides between those who come at once.
 */
export class LoginLinks {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #sessions: SessionService;

  constructor(deps: LoginLinksDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#sessions = deps.sessions;
  }

  /** Begins a log-in for the browser with this token. */
  async begin(browserToken: string, client: string | null): Promise<BegunLogin> {
    await this.forgetOld();
    const token = newLinkToken();
    const [id, matchCode, expiresAt] = [tokenHash(token), String(randomInt(10, 100)), this.#end()];
    const browserHash = tokenHash(browserToken);
    await this.#em.insert(LoginLink, { tokenHash: id, browserHash, matchCode, client, state: 'pending', expiresAt });
    return { id, token, matchCode, expiresAt };
  }

  /** The log-in whose deep link was opened; null when it is decided or over. */
  async asked(token: string): Promise<AskedLogin | null> {
    const link = await this.#findByToken(token);
    if (link?.state !== 'pending' || this.#isOver(link)) return null;
    return { id: link.tokenHash, matchCode: link.matchCode, client: link.client ?? null };
  }

  /** Lets the browser in as this user, or refuses it; the first decision stands. */
  async decide(id: string, user: ChatUser, isConfirmed: boolean): Promise<DecidedLogin> {
    const isNew = isConfirmed ? await this.#confirm(id, user) : await this.#cancel(id);
    const link = await this.#find(id);
    return { state: link ? standingFor(user.id, link) : 'over', isNew, client: link?.client ?? null };
  }

  /**
   * How far the log-in is; the first look after it was confirmed opens the session.
   * @param browserToken of the browser that asks
   * @throws NotFoundError link.notFound for another browser
   */
  async look(id: string, browserToken: string | null, visitor: Visitor): Promise<LoginState> {
    const link = isToken(id) ? await this.#find(id) : null;
    if (!link || browserToken === null || link.browserHash !== tokenHash(browserToken))
      throw new NotFoundError('link.notFound');
    if (link.state === 'pending' && !this.#isOver(link)) return { state: 'pending' };
    const signedIn = await this.#open(link, visitor);
    return signedIn ? { state: 'confirmed', ...signedIn } : { state: 'expired' };
  }

  /**
   * A token that signs this user in wherever its link is opened.
   * @throws NotFoundError user.unknown when the user was deleted meanwhile, or has moved to another chat
   */
  async issue({ id, telegramId }: ChatUser): Promise<string> {
    await this.forgetOld();
    const token = newLinkToken();
    const issued = await this.#em.execute<unknown[]>(
      `insert into login_links (token_hash, match_code, user_id, state, expires_at)
       select ?, '', id, 'confirmed', ? from users where id = ? and telegram_id = ? for key share returning 1`,
      [tokenHash(token), this.#end(), id, telegramId],
    );
    if (issued.length === 0) throw new NotFoundError('user.unknown');
    return token;
  }

  /** @throws InvalidInputError link.expired */
  async redeem(token: string, visitor: Visitor): Promise<SignedIn> {
    const link = await this.#findByToken(token);
    // The link that a browser asked for opens nothing but that browser.
    const signedIn = link && !link.browserHash ? await this.#open(link, visitor) : null;
    if (!signedIn) throw new InvalidInputError('link.expired');
    return signedIn;
  }

  /** Deletes a batch of those that are long over; answers how many. */
  forgetOld(): Promise<number> {
    const values = [keptSince('login_links', this.#clock.now())];
    return deleteBatch(this.#em, { table: 'login_links', key: ['token_hash'], where: 'expires_at <= ?', values });
  }

  async #confirm(id: string, user: ChatUser): Promise<boolean> {
    const link = await this.#find(id);
    if (!link) return false;
    return this.#em.transactional(async (em) => {
      if (!(await lockUser(em, user, link))) return false;
      const confirmed = { state: 'confirmed', userId: user.id } as const;
      return (await em.nativeUpdate(LoginLink, this.#still('pending', id), confirmed)) > 0;
    });
  }

  async #cancel(id: string): Promise<boolean> {
    return (await this.#em.nativeUpdate(LoginLink, this.#still('pending', id), { state: 'cancelled' })) > 0;
  }

  /** Opens the session of a confirmed link; null when the link is used, over or its user is gone. */
  async #open({ tokenHash: id, userId, expiresAt }: LoginLink, visitor: Visitor): Promise<SignedIn | null> {
    if (!userId) return null;
    return this.#em.transactional(async (em) => {
      if (!(await lockUser(em, { id: userId }, { expiresAt }))) return null;
      const used = await em.nativeUpdate(LoginLink, { ...this.#still('confirmed', id), userId }, { state: 'used' });
      if (used === 0) return null;
      const token = await this.#sessions.open(userId, 'link', visitor);
      return { user: await em.findOneOrFail(User, userId, { refresh: true }), token };
    });
  }

  #still(state: 'pending' | 'confirmed', id: string) {
    return { tokenHash: id, state, expiresAt: { $gt: this.#clock.now() } };
  }

  #findByToken(token: string): Promise<LoginLink | null> {
    return TOKEN_PATTERN.test(token) ? this.#find(tokenHash(token)) : Promise.resolve(null);
  }

  #find(id: string): Promise<LoginLink | null> {
    return this.#em.findOne(LoginLink, id, { refresh: true });
  }

  #isOver({ expiresAt }: LoginLink): boolean {
    return expiresAt <= this.#clock.now();
  }

  #end(): Date {
    return new Date(this.#clock.now().getTime() + LIFETIME_MS);
  }
}

/**
 * Keeps the user until the end of the transaction. False when there is none any more, none at this chat any more, or when
 * the user has signed out everywhere since the log-in began: a link that waits is no way back in. `for share` also waits
 * for who is just doing so.
 */
async function lockUser(
  em: EntityManager,
  { id, telegramId }: Pick<User, 'id'> & Partial<ChatUser>,
  { expiresAt }: Pick<LoginLink, 'expiresAt'>,
): Promise<boolean> {
  const begunAt = new Date(expiresAt.getTime() - LIFETIME_MS);
  const locked = await em.execute<unknown[]>(
    `select 1 from users where id = ? and telegram_id = coalesce(?, telegram_id)
       and (sessions_valid_after is null or sessions_valid_after <= ?) for share`,
    [id, telegramId ?? null, begunAt],
  );
  return locked.length > 0;
}

function standingFor(userId: number, link: LoginLink): DecidedLogin['state'] {
  if (link.state === 'cancelled') return 'cancelled';
  return link.state !== 'pending' && link.userId === userId ? 'confirmed' : 'over';
}
