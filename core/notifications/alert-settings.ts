import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';
import { IN_ANY_STATE, type NotificationStatus } from './notification.entity.ts';
import type { Outbox } from './outbox.ts';

/** The `bot` text of a test alert; tells its rows from other direct messages. */
const TEST_TEXT = 'testAlert';

export interface AlertState {
  readonly paused: boolean;
  readonly reachable: boolean;
  /** Why the user cannot be reached. */
  readonly reason: string | null;
}

/** A test alert: how far it got, and when it was sent or, until then, asked for. */
export interface TestAlert {
  readonly status: NotificationStatus;
  readonly at: Date;
}

interface AlertSettingsDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** How many ads the user would have been told of in that time. */
  readonly countMissed: (userId: number, from: Date, to: Date) => Promise<number>;
}

/** Whether a user wants alerts, and whether they can be given any. */
export class AlertSettings {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #countMissed: AlertSettingsDeps['countMissed'];

  constructor(deps: AlertSettingsDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#outbox = deps.outbox;
    this.#countMissed = deps.countMissed;
  }

  /** Stops the alerts, also those that wait. Pausing again changes nothing. */
  async pause(userId: number): Promise<void> {
    await this.#em.transactional((em) => this.setPaused(em, userId, true));
  }

  /** Lets alerts come again, and tells how many ads matched meanwhile; 0 when they were not paused. */
  async resume(userId: number): Promise<{ missed: number }> {
    const pausedAt = await this.#em.transactional((em) => this.setPaused(em, userId, false));
    return { missed: pausedAt === null ? 0 : await this.missedSince(userId, pausedAt) };
  }

  /**
   * Pauses or resumes inside the caller's transaction.
   * @returns since when the alerts were paused before; null: they were not.
   */
  async setPaused(em: EntityManager, userId: number, paused: boolean): Promise<Date | null> {
    const [user] = await em.execute<{ paused_at: string | null }[]>(
      'select paused_at from users where id = ? for no key update',
      [userId],
    );
    if (!user) throw new NotFoundError('user.notFound');
    const change = 'update users set paused_at = ? where id = ? and (paused_at is null) = ?';
    await em.execute(change, [paused ? this.#clock.now() : null, userId, paused]);
    if (paused) await this.#outbox.cancelAlerts(em, userId, 'paused');
    return user.paused_at === null ? null : new Date(user.paused_at);
  }

  /** How many ads matched from a pause until now. */
  missedSince(userId: number, pausedAt: Date): Promise<number> {
    return this.#countMissed(userId, pausedAt, this.#clock.now());
  }

  /**
   * Makes the alerts that were put off due at once, so that delivery judges them by the delivery mode, quiet hours and
   * time zone that the caller's transaction has just written: instant sends them, a digest or quiet hours put them off
   * again to a time of their own. Alerts that are due already are judged at their claim anyway, and making them due anew
   * would move the rest of a digest that is going out to the next one.
   *
   * Delivery puts off under the lock of the recipient, so what was put off is looked up under it too. Where its claim
   * comes first, with the old settings, it commits before this goes on, which then finds the alerts at their old time and
   * moves them; where this comes first, delivery passes the recipient over until the new settings are committed. Only a
   * claim whose statement begins before that commit and gets to the recipient after it judges once more by the old ones.
   * The user is locked before the recipient, as pausing and deleting do it; delivery locks no user, so nobody waits in a
   * circle.
   */
  async releasePutOff(em: EntityManager, userId: number): Promise<void> {
    const now = this.#clock.now();
    await em.execute('select from recipients where user_id = ? for update', [userId]);
    const putOff = await em.execute<unknown[]>(
      `select from notifications where user_id = ? and status = 'pending' and kind = 'ad' and due_at > ? limit 1`,
      [userId, now],
    );
    if (putOff.length > 0) await this.#outbox.reschedule(em, userId, now);
  }

  /**
   * Lets the bot write once to the user, as a direct message: also while alerts are paused or put off.
   * @throws InvalidInputError alert.unreachable
   */
  async sendTest(userId: number): Promise<void> {
    const { reachable } = await this.state(userId);
    if (!reachable) throw new InvalidInputError('alert.unreachable');
    const subjectId = this.#clock.now().getTime();
    const row = { kind: 'system', subjectId, userId, textKey: TEST_TEXT, values: {} } as const;
    await this.#outbox.enqueueText(this.#em, row);
  }

  /** The latest test alert; null when there was none. */
  async lastTest(userId: number): Promise<TestAlert | null> {
    const [row] = await this.#em.execute<{ status: NotificationStatus; at: string }[]>(
      `select status, coalesce(sent_at, due_at) as at from notifications
       where user_id = ? and kind = 'system' and payload->>'textKey' = ? and ${IN_ANY_STATE}
       order by subject_id desc limit 1`,
      [userId, TEST_TEXT],
    );
    return row ? { status: row.status, at: new Date(row.at) } : null;
  }

  /**
   * The user let the bot write again. What was cancelled meanwhile stays so. A send that is in flight may have been refused
   * before, so its claim is remembered: it makes the user unreachable no more.
   */
  async markReachable(telegramId: number): Promise<void> {
    await this.#em.execute(
      `update recipients set reachable = true, reason = null, returned_in_claim = claim
       where (not reachable or lease_until is not null) and user_id = (select id from users where telegram_id = ?)`,
      [telegramId],
    );
  }

  /** The user no longer lets the bot write; what waits is cancelled. */
  async markUnreachable(telegramId: number, reason: string): Promise<void> {
    await this.#em.transactional(async (em) => {
      const [recipient] = await em.execute<{ user_id: string }[]>(
        `update recipients set reachable = false, reason = ?
         where user_id = (select id from users where telegram_id = ?) returning user_id`,
        [reason, telegramId],
      );
      if (recipient) await this.#outbox.cancelWaiting(em, Number(recipient.user_id), reason);
    });
  }

  async state(userId: number): Promise<AlertState> {
    const [state] = await this.#em.execute<AlertState[]>(
      `select paused_at is not null as paused, reachable, reason
       from users join recipients on recipients.user_id = users.id where users.id = ?`,
      [userId],
    );
    if (!state) throw new NotFoundError('user.notFound');
    return state;
  }
}
