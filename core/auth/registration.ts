import type { EntityManager } from '@mikro-orm/postgresql';
import type { ForgotPasswordRequest, RegisterRequest } from '../contracts/registration.ts';
import { formatClock } from '../i18n/formats.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Outbox } from '../notifications/outbox.ts';
import type { User } from '../users/user.entity.ts';
import { readEmail, readFirstName, readPassword, readPhone, readUsername, usernameKeyOf } from './account-fields.ts';
import type { Credentials } from './credentials.ts';
import type { GuessLimiter } from './guess-limiter.ts';
import { hashPassword } from './password-hash.ts';
import { TAKEN } from './taken.ts';
import type { Asker, BegunVerification, Verifications } from './verifications.ts';

const MAX_RECOVERIES = 5;

interface RegistrationDeps {
  readonly em: EntityManager;
  readonly outbox: Outbox;
  readonly verifications: Verifications;
  readonly credentials: Credentials;
  readonly guesses: GuessLimiter;
  /** Where the pages are, as the bot names them. */
  readonly host: string;
}

interface Keys {
  readonly usernameKey: string;
  readonly emailKey?: string;
  readonly phone?: string;
}

/** Accounts with a username and a password: made, joined with a messaging account, recovered. Each waits for a code. */
export class Registration {
  readonly #deps: RegistrationDeps;

  constructor(deps: RegistrationDeps) {
    this.#deps = deps;
  }

  /**
   * Begins an account with a username. Nothing of it exists before its code came back.
   * @throws InvalidInputError for the first field that is wrong or taken
   */
  async register(body: RegisterRequest, asker: Asker & { readonly language: Locale }): Promise<BegunVerification> {
    const { language, ...rest } = asker;
    const { username, usernameKey } = readUsername(body.username);
    const password = readPassword(body.password, body.confirmPassword);
    const { email, emailKey } = readEmail(body.email);
    const phone = readPhone(body.phoneCountryCode, body.phoneNumber);
    const firstName = readFirstName(body.firstName);
    await this.#refuseTaken({ usernameKey, emailKey, phone });
    const passwordHash = await hashPassword(password);
    const pending = { username, usernameKey, passwordHash, email, emailKey, phone, firstName, language };
    return this.#deps.verifications.begin({ ...rest, purpose: 'register', pending });
  }

  /**
   * Begins a new password: of the account with the username, or, together with the username, of the user who is signed
   * in and has none.
   */
  recover(body: ForgotPasswordRequest, asker: Asker & { readonly user: User | null }): Promise<BegunVerification> {
    const { user, ...rest } = asker;
    return user && !user.username ? this.#beginFirst(user.id, body, rest) : this.#beginRecovery(body, rest);
  }

  /** Begins the change of a user's messaging account. @throws UnauthenticatedError auth.wrongPassword, ConflictError */
  async changeMessagingAccount(userId: number, currentPassword: string, asker: Asker): Promise<BegunVerification> {
    await this.#deps.credentials.requirePassword(userId, currentPassword);
    return this.#deps.verifications.begin({ ...asker, purpose: 'messaging-account', pending: { userId } });
  }

  async #beginFirst(userId: number, body: ForgotPasswordRequest, asker: Asker): Promise<BegunVerification> {
    const named = readUsername(body.username);
    const password = readPassword(body.password, body.confirmPassword);
    const reached = body.email === undefined ? {} : readEmail(body.email);
    await this.#refuseTaken({ ...named, ...reached });
    const passwordHash = await hashPassword(password);
    const pending = { userId, ...named, ...reached, passwordHash };
    return this.#deps.verifications.begin({ ...asker, purpose: 'password', pending });
  }

  /** Nobody learns whether there is such an account: without one, all is the same, but no chat can open it. */
  async #beginRecovery(body: ForgotPasswordRequest, asker: Asker): Promise<BegunVerification> {
    const { em, guesses, verifications } = this.#deps;
    const password = readPassword(body.password, body.confirmPassword);
    const usernameKey = usernameKeyOf(body.username);
    await guesses.spend([{ key: `recovery of ${usernameKey}`, max: MAX_RECOVERIES }]);
    const passwordHash = await hashPassword(password);
    return em.transactional(async (inner) => {
      const owner = await holdOwner(inner, usernameKey);
      const pending = { passwordHash, ...(owner && { userId: owner.id, telegramId: owner.telegramId }) };
      const begun = await verifications.begin({ ...asker, purpose: 'password', pending });
      if (owner) await this.#sendCode(inner, owner, begun, asker.client);
      return begun;
    });
  }

  /** Lets the bot write to the owner of an account unasked. The code itself is added when the message is worded. */
  async #sendCode(em: EntityManager, owner: Owner, begun: BegunVerification, client: string | null): Promise<void> {
    const { outbox, host } = this.#deps;
    await outbox.enqueueText(em, {
      kind: 'system',
      subjectId: begun.number,
      userId: owner.id,
      textKey: client === null ? 'verification.unaskedUnknown' : 'verification.unasked',
      values: {
        verification: begun.id,
        round: 1,
        name: owner.username,
        host,
        until: formatClock(begun.expiresAt, owner.timeZone),
        ...(client !== null && { client }),
      },
      expiresAt: begun.expiresAt,
    });
  }

  /** Told at once, before anybody goes to the bot; when the code comes back, the database decides. */
  async #refuseTaken({ usernameKey, emailKey = '', phone = '' }: Keys): Promise<void> {
    const rows = await this.#deps.em.execute<Record<keyof typeof TAKEN, boolean>[]>(
      `select coalesce(username_key = ?, false) as username, coalesce(email_key = ?, false) as email,
         coalesce(phone = ?, false) as phone
       from users where username_key = ? or email_key = ? or phone = ?`,
      [usernameKey, emailKey, phone, usernameKey, emailKey, phone],
    );
    for (const what of ['username', 'email', 'phone'] as const) if (rows.some((row) => row[what])) throw TAKEN[what]();
  }
}

interface Owner {
  readonly id: number;
  readonly telegramId: number;
  readonly username: string;
  readonly timeZone: string;
}

async function holdOwner(em: EntityManager, usernameKey: string): Promise<Owner | null> {
  const [row] = await em.execute<{ id: string; telegram_id: string; username: string; time_zone: string }[]>(
    'select id, telegram_id, username, time_zone from users where username_key = ? for key share',
    [usernameKey],
  );
  if (!row) return null;
  return { id: Number(row.id), telegramId: Number(row.telegram_id), username: row.username, timeZone: row.time_zone };
}
