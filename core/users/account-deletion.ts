import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { leaveTombstone } from '../auth/tombstone.ts';
import type { Clock } from '../clock.ts';
import { ConflictError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { IN_ANY_STATE } from '../notifications/notification.entity.ts';
import { type LockedUser, lockForDeletion } from './actor-lock.ts';

interface AccountDeletionDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly audit: AuditLog;
  readonly telegram: { readonly token: string | null; readonly initDataMaxAgeS: number };
}

/** Ends an account: nothing that names its user stays. */
export class AccountDeletion {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #audit: AuditLog;
  readonly #telegram: AccountDeletionDeps['telegram'];

  constructor(deps: AccountDeletionDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#logger = deps.logger;
    this.#audit = deps.audit;
    this.#telegram = deps.telegram;
  }

  /**
   * Deletes a user with everything of theirs; problem reports stay without identity. What has a foreign key goes with
   * the user's row: recipient, filters, sessions, hidden ads, login links, plan requests, feedback. The change log's
   * trigger tells the matcher of each filter that goes so.
   *
   * Locks are taken in everybody's order: the user, the recipient, the rows of the outbox.
   * - The user is locked with `for update`: who is about to store something that points at the user either comes first,
   *   and it is deleted too, or waits and finds nobody. Filters, settings, pausing, plan requests and changes of a role
   *   begin with the same row. A weaker lock would have to be raised by the `delete`, against those who only point.
   * - The recipient is what delivery claims, for the moment of a claim or of its result. A claim that comes first is
   *   waited for, and its rows are deleted while its message is on the way: the result then finds neither recipient nor
   *   rows, and writes nothing. A claim that comes second passes the recipient over.
   * - The matcher locks neither. A row that it stores by a snapshot from before this commit is never sent: no recipient
   *   is left to be claimed for it, and delivery deletes it when it tidies the outbox.
   *
   * @throws NotFoundError user.notFound, ConflictError user.adminDelete
   */
  async deleteAccount(userId: number): Promise<void> {
    await this.#em.transactional(async (em) => this.#delete(em, userId, await lockForDeletion(em, null, userId)));
    this.#note(userId);
  }

  /**
   * The same by an administrator, or on the command line.
   * @throws ForbiddenError auth.notAdmin, ConflictError user.self or user.adminDelete, NotFoundError user.notFound
   */
  async deleteUser(by: Actor, userId: number): Promise<void> {
    await this.#em.transactional(async (em) => {
      await this.#delete(em, userId, await lockForDeletion(em, by, userId));
      await this.#audit.record(em, { by, action: 'user.delete', targetUserId: userId });
    });
    this.#note(userId);
  }

  /** Who restores a backup of before deletes these users again. */
  #note(userId: number): void {
    this.#logger.info({ userId }, 'account deleted');
  }

  /** The account of an administrator goes only after the role: nobody ends the last one by mistake. */
  async #delete(em: EntityManager, userId: number, user: LockedUser): Promise<void> {
    if (user.role === 'admin') throw new ConflictError('user.adminDelete');
    await em.execute('select from recipients where user_id = ? for update', [userId]);
    await leaveTombstone(em, user.telegramId, { now: this.#clock.now(), ...this.#telegram });
    await em.execute(`delete from notifications where user_id = ? and ${IN_ANY_STATE}`, [userId]);
    await em.execute("update problems set user_id = null, first_name = '' where user_id = ?", [userId]);
    await deleteBotState(em, userId, user.telegramId);
    await em.execute('delete from users where id = ?', [userId]);
  }
}

/** What points at a user without a foreign key: conversations, by their chat, and codes that were sent. */
async function deleteBotState(em: EntityManager, userId: number, telegramId: number): Promise<void> {
  await em.execute('delete from conversation_states where key = ?', [String(telegramId)]);
  await em.execute('delete from verifications where pending @> ?::jsonb or pending @> ?::jsonb', [
    JSON.stringify({ userId }),
    JSON.stringify({ telegramId }),
  ]);
}
