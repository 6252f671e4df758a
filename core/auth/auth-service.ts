import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { NotFoundError, UnauthenticatedError } from '../errors.ts';
import { DeletedAccount } from '../users/deleted-account.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { UserService } from '../users/user-service.ts';
import { type InitData, readInitData, verifyInitData } from './init-data.ts';
import type { SessionService, SignedIn, Visitor } from './session-service.ts';
import { tombstoneKey } from './tombstone.ts';

/** What a mini app sends to sign in: its launch string, and the id that it believes to stand in it. */
interface SignInRequest extends Visitor {
  readonly telegramId: number;
  readonly initData: string;
}

interface AuthDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly users: UserService;
  readonly sessions: SessionService;
  readonly telegram: { readonly token: string | null; readonly initDataMaxAgeS: number };
}

/** Signs people in by what Telegram says of them. */
export class AuthService {
  readonly #deps: AuthDeps;

  constructor(deps: AuthDeps) {
    this.#deps = deps;
  }

  /** @throws NotFoundError user.unknown when the person is a stranger. */
  async login(request: SignInRequest): Promise<SignedIn> {
    const initData = await this.#verify(request.initData, request.telegramId);
    const known = await this.#findUser(initData);
    if (!known) throw new NotFoundError('user.unknown');
    return this.#open(initData, known, request);
  }

  /** Signs in, and makes the user when there is none yet; `created` says so. */
  async signup(request: SignInRequest): Promise<SignedIn & { readonly created: boolean }> {
    const initData = await this.#verify(request.initData, request.telegramId);
    await this.#findUser(initData);
    const { user, created } = await this.#signUp(initData);
    return { ...(await this.#open(initData, user, request)), created };
  }

  /** An account that was deleted since the launch string was looked at has left its tombstone: it is not made anew. */
  #signUp(initData: InitData): Promise<{ user: User; created: boolean }> {
    const { em, users, telegram } = this.#deps;
    return em.transactional(async () => {
      const signedUp = await users.signUp(initData);
      if (signedUp.created && telegram.token !== null) await this.#refuseDeleted(initData, telegram.token);
      return signedUp;
    });
  }

  /**
   * The user whose launch string it is, for clients that keep no cookies. Clients send a string long after it was signed:
   * where it counts no more, a living session of the same person does.
   * @param sessionToken of the session that comes along.
   */
  async identify(raw: string, sessionToken: string | null): Promise<User> {
    try {
      const user = await this.#findUser(await this.#verify(raw));
      if (!user) throw new UnauthenticatedError('auth.unauthenticated');
      return user;
    } catch (error) {
      if (!(error instanceof UnauthenticatedError) || sessionToken === null) throw error;
      const signedIn = await this.#deps.sessions.find(sessionToken);
      if (!signedIn || signedIn.telegramId !== this.#ownerOf(raw)) throw error;
      return signedIn;
    }
  }

  /** The messaging ID that the launch string was signed for. */
  #ownerOf(raw: string): number {
    const { clock, telegram } = this.#deps;
    if (telegram.token === null) throw new UnauthenticatedError('auth.invalidInitData');
    return readInitData(raw, telegram.token, clock.now()).telegramId;
  }

  async #verify(raw: string, claimedId?: number): Promise<InitData> {
    const { clock, telegram } = this.#deps;
    if (telegram.token === null) throw new UnauthenticatedError('auth.invalidInitData');
    const initData = verifyInitData(raw, telegram.token, clock.now(), telegram.initDataMaxAgeS);
    if (claimedId !== undefined && claimedId !== initData.telegramId)
      throw new UnauthenticatedError('auth.invalidInitData');
    await this.#refuseDeleted(initData, telegram.token);
    return initData;
  }

  /** Launch data outlives an account by up to its maximum age and must not open it anew. */
  async #refuseDeleted({ telegramId, authDate }: InitData, botToken: string): Promise<void> {
    const deleted = await this.#deps.em.findOne(DeletedAccount, tombstoneKey(telegramId, botToken), { refresh: true });
    if (deleted && authDate < deleted.validAfter) throw new UnauthenticatedError('auth.reopenApp');
  }

  async #findUser({ telegramId, authDate }: InitData): Promise<User | null> {
    const user = await this.#deps.users.findByTelegramId(telegramId);
    if (user?.sessionsValidAfter && authDate < user.sessionsValidAfter)
      throw new UnauthenticatedError('auth.reopenApp');
    return user;
  }

  /** Since the launch data were looked at, the account may have moved to another chat, or signed out everywhere. */
  #open({ telegramId, authDate }: InitData, user: User, visitor: Visitor): Promise<SignedIn> {
    const { em: outer, sessions } = this.#deps;
    return outer.transactional(async (em) => {
      const held = await em.execute<unknown[]>(
        `select from users where id = ? and telegram_id = ?
           and (sessions_valid_after is null or sessions_valid_after <= ?) for share`,
        [user.id, telegramId, authDate],
      );
      if (held.length === 0) throw new UnauthenticatedError('auth.reopenApp');
      return { user, token: await sessions.open(user.id, 'telegram', visitor) };
    });
  }
}
