import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Role } from '../contracts/user.ts';
import { ConflictError, type DomainError, InvalidInputError, NotFoundError } from '../errors.ts';
import { tokenHash } from './token.ts';
import { leaveTombstone } from './tombstone.ts';
import type { PendingChange, Verification } from './verification.entity.ts';

/** A change as the chat that asks for its code is told of it. */
export interface AskedChange {
  readonly change: 'register' | 'password' | 'firstPassword' | 'messagingAccount';
  /** The username that is made or gets a password; the first name where the messaging account changes. */
  readonly name: string;
  /** The username is added to an account that came by Telegram. */
  readonly joins: boolean;
}

interface PendingChangesDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly signupRole: Role;
  readonly telegram: { readonly token: string | null; readonly initDataMaxAgeS: number };
}

interface Account {
  readonly id: number;
  readonly username: string | null;
  readonly firstName: string;
}

/** What right codes carry out. Everything that is checked here may have changed until then, and is checked there again. */
export class PendingChanges {
  readonly #deps: PendingChangesDeps;

  constructor(deps: PendingChangesDeps) {
    this.#deps = deps;
  }

  /**
   * What a chat may know that opens the verification.
   * @throws NotFoundError verification.notFound for a chat that it is not meant for, ConflictError user.alreadyRegistered,
   *   user.messagingSame or user.messagingTaken
   */
  async askedBy(telegramId: number, { purpose, pending }: Verification): Promise<AskedChange> {
    const own = await this.#findAccount('telegram_id', telegramId);
    if (purpose === 'register') {
      if (own?.username) throw new ConflictError('user.alreadyRegistered');
      return { change: 'register', name: pending.username ?? '', joins: own !== null };
    }
    const account = pending.userId === undefined ? null : await this.#findAccount('id', pending.userId);
    if (!account) throw new NotFoundError('verification.notFound');
    if (purpose === 'messaging-account') {
      if (own) throw new ConflictError(own.id === account.id ? 'user.messagingSame' : 'user.messagingTaken');
      return { change: 'messagingAccount', name: account.firstName, joins: false };
    }
    if (own?.id !== account.id) throw new NotFoundError('verification.notFound');
    if (pending.username) return { change: 'firstPassword', name: pending.username, joins: false };
    return { change: 'password', name: account.username ?? '', joins: false };
  }

  /**
   * Carries the change out inside the caller's transaction. Its first statement locks the one row of `users` that it is
   * about, as the deletion of an account does.
   * @param keptToken the session that asks, which stays where all others end.
   * @returns why it cannot be done; null when it is.
   */
  carryOut(em: EntityManager, verification: Verification, keptToken: string | null): Promise<DomainError | null> {
    const { purpose, pending } = verification;
    if (purpose === 'register') return this.#register(em, pending);
    if (purpose === 'password') return setPassword(em, verification, keptToken);
    return this.#moveMessages(em, pending, keptToken);
  }

  /** Makes the account of a messaging account, or gives the one that came by Telegram its username. */
  async #register(em: EntityManager, pending: PendingChange): Promise<DomainError | null> {
    const { telegramId, firstName, language, username, usernameKey, passwordHash, email, emailKey, phone } = pending;
    const stored = await em.execute<unknown[]>(
      `insert into users (telegram_id, first_name, role, language, username, username_key, password_hash, email,
         email_key, phone)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (telegram_id) do update set username = excluded.username, username_key = excluded.username_key,
         password_hash = excluded.password_hash, email = excluded.email, email_key = excluded.email_key,
         phone = excluded.phone, updated_at = now()
       where users.username_key is null
       returning 1`,
      [
        ...[telegramId, firstName, this.#deps.signupRole, language],
        ...[username, usernameKey, passwordHash, email, emailKey, phone],
      ],
    );
    return stored.length === 0 ? new ConflictError('user.alreadyRegistered') : null;
  }

  /** From now on the account belongs to who has the other messaging account, and alerts go there. */
  async #moveMessages(em: EntityManager, pending: PendingChange, kept: string | null): Promise<DomainError | null> {
    const { userId, telegramId } = pending;
    const [user] = await em.execute<{ telegram_id: string }[]>(
      'select telegram_id from users where id = ? for update',
      [userId],
    );
    if (!user) return new InvalidInputError('verification.codeInvalid');
    const before = Number(user.telegram_id);
    if (before === telegramId) return new ConflictError('user.messagingSame');
    await em.execute('update users set telegram_id = ?, updated_at = now() where id = ?', [telegramId, userId]);
    // A message that is on its way to the old chat tells nothing of the new one: its claim no longer counts.
    await em.execute(
      `update recipients set reachable = true, reason = null, next_send_at = ?, claim = claim + 1, lease_until = null
       where user_id = ?`,
      [this.#deps.clock.now(), userId],
    );
    await leaveTombstone(em, before, { now: this.#deps.clock.now(), ...this.#deps.telegram });
    await em.execute('delete from conversation_states where key = ?', [String(before)]);
    await endSessions(em, userId, kept);
    return null;
  }

  async #findAccount(column: 'id' | 'telegram_id', value: number): Promise<Account | null> {
    const [row] = await this.#deps.em.execute<{ id: string; username: string | null; first_name: string }[]>(
      `select id, username, first_name from users where ${column} = ?`,
      [value],
    );
    return row ? { id: Number(row.id), username: row.username, firstName: row.first_name } : null;
  }
}

/**
 * A new password, or the first one together with the username. The account must still be linked to the chat that got
 * the code, and still have a username, or have none.
 */
async function setPassword(
  em: EntityManager,
  { id, pending }: Verification,
  kept: string | null,
): Promise<DomainError | null> {
  const { userId, telegramId, passwordHash, username, usernameKey, email = null, emailKey = null } = pending;
  const changed = await em.execute<unknown[]>(
    `update users set password_hash = ?, updated_at = now(), username = coalesce(?, username),
       username_key = coalesce(?, username_key), email = coalesce(?, email), email_key = coalesce(?, email_key)
     where id = ? and telegram_id = ? and (username_key is null) = ? returning 1`,
    [
      ...[passwordHash, username ?? null, usernameKey ?? null, email, emailKey],
      ...[userId, telegramId, username !== undefined],
    ],
  );
  if (userId === undefined || changed.length === 0) return new InvalidInputError('verification.codeInvalid');
  await dropRecoveries(em, userId, id);
  await endSessions(em, userId, kept);
  return null;
}

/**
 * Ends what else would replace a user's password, inside the transaction that has just changed it: somebody who got hold
 * of a code must not undo what the user does against it.
 * @param keptId number of the verification that the change comes from.
 */
export async function dropRecoveries(em: EntityManager, userId: number, keptId = 0): Promise<void> {
  const sql = "delete from verifications where purpose = 'password' and pending @> ?::jsonb and id <> ?";
  await em.execute(sql, [JSON.stringify({ userId }), keptId]);
}

/** Together with the log-ins that were let in already and wait for their page. */
async function endSessions(em: EntityManager, userId: number | undefined, kept: string | null): Promise<void> {
  const keptHash = kept === null ? '' : tokenHash(kept);
  await em.execute("update login_links set state = 'cancelled' where user_id = ? and state = 'confirmed'", [userId]);
  await em.execute('delete from sessions where user_id = ? and token_hash <> ?', [userId, keptHash]);
}
