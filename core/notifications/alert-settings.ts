import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { NotFoundError } from '../errors.ts';
import type { Outbox } from './outbox.ts';

export interface AlertState {
  readonly paused: boolean;
  readonly reachable: boolean;
  /** Why the user cannot be reached. */
  readonly reason: string | null;
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
    await this.#em.transactional(async (em) => {
      const paused = await em.execute('update users set paused_at = coalesce(paused_at, ?) where id = ? returning 1', [
        this.#clock.now(),
        userId,
      ]);
      if (paused.length === 0) throw new NotFoundError('user.notFound');
      await this.#outbox.cancelAlerts(em, userId, 'paused');
    });
  }

  /** Lets alerts come again, and tells how many ads matched meanwhile; 0 when they were not paused. */
  async resume(userId: number): Promise<{ missed: number }> {
    const pausedAt = await this.#em.transactional(async (em) => {
      const [user] = await em.execute<{ paused_at: string | null }[]>(
        'select paused_at from users where id = ? for no key update',
        [userId],
      );
      if (!user) throw new NotFoundError('user.notFound');
      await em.execute('update users set paused_at = null where id = ? and paused_at is not null', [userId]);
      return user.paused_at;
    });
    if (pausedAt === null) return { missed: 0 };
    return { missed: await this.#countMissed(userId, new Date(pausedAt), this.#clock.now()) };
  }

  /** The user let the bot write again. What was cancelled meanwhile stays so. */
  async markReachable(telegramId: number): Promise<void> {
    await this.#em.execute(
      `update recipients set reachable = true, reason = null
       where not reachable and user_id = (select id from users where telegram_id = ?)`,
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
