import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { keptSince } from '../retention/kept-for.ts';
import { type NotificationKind, type NotificationStatus, type TextPayload, WAITING } from './notification.entity.ts';
import { type AlertRow, storeAlerts } from './store-alerts.ts';

/** A row that has not gone out this long after it became due is no longer worth sending. */
const FRESH_FOR_MS = 24 * 60 * 60 * 1000;
/** As many as are changed well within the time a statement may take. */
const ENDED_AT_ONCE = 5000;

/** A direct message: `subjectId` makes it unique for its kind and user. */
export interface TextRow extends TextPayload {
  readonly kind: Exclude<NotificationKind, 'ad'>;
  readonly subjectId: number;
  readonly userId: number;
  /** From when on it is no longer worth sending; without it, as of an alert. */
  readonly expiresAt?: Date;
}

export type OutboxCounts = Readonly<Record<NotificationStatus, number>> & {
  readonly oldestPendingSeconds: number | null;
};

/** A row that was given up. */
export interface DeadRow {
  readonly kind: string;
  readonly subjectId: number;
  readonly userId: number;
  readonly dueAt: Date;
  readonly error: string;
}

const NO_ROWS: Record<NotificationStatus, number> = {
  pending: 0,
  sending: 0,
  sent: 0,
  cancelled: 0,
  expired: 0,
  dead: 0,
};

interface OutboxDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
}

/** The rows that wait to be told to users, and what became of them. */
export class Outbox {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: OutboxDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /**
   * Stores alerts inside the caller's transaction, but none that would be cancelled at once: the user is reachable and
   * not paused, the ad is neither gone nor hidden and one of the filters is on. A row that exists stays as it is.
   * @returns how many were stored.
   */
  enqueueAlerts(em: EntityManager, rows: readonly AlertRow[]): Promise<number> {
    return storeAlerts(em, rows);
  }

  /** How many rows are due and wait to be sent, counted up to a limit. What nobody sends ceases to be due in the end. */
  async countWaiting(limit: number): Promise<number> {
    const now = this.#clock.now();
    const [counted] = await this.#em.execute<{ waiting: number }[]>(
      `select count(*)::int as waiting from (
         select from notifications where ${WAITING} limit ?
       ) as waiting`,
      [now, now, limit],
    );
    return counted?.waiting ?? 0;
  }

  /** Stores a direct message inside the caller's transaction; once for its subject, and not to who cannot be reached. */
  async enqueueText(em: EntityManager, row: TextRow): Promise<void> {
    const { kind, subjectId, userId, textKey, values, expiresAt } = row;
    const payload: TextPayload = { textKey, values };
    const now = this.#clock.now();
    await em.execute(
      `insert into notifications (kind, subject_id, user_id, payload, due_at, expires_at)
       select ?, ?, user_id, ?::jsonb, ?, ? from recipients where user_id = ? and reachable
       on conflict (kind, subject_id, user_id) do nothing`,
      [kind, subjectId, JSON.stringify(payload), now, expiresAt ?? freshUntil(now), userId],
    );
  }

  /** Cancels everything that waits to be told to a user, inside the caller's transaction. */
  async cancelWaiting(em: EntityManager, userId: number, reason: string): Promise<void> {
    await lockRecipient(em, userId);
    await em.execute(
      "update notifications set status = 'cancelled', error = ? where user_id = ? and status = 'pending'",
      [reason, userId],
    );
  }

  /** Cancels a user's waiting alerts, but not the direct messages. */
  async cancelAlerts(em: EntityManager, userId: number, reason: string): Promise<void> {
    await lockRecipient(em, userId);
    await em.execute(
      `update notifications set status = 'cancelled', error = ?
       where user_id = ? and status = 'pending' and kind = 'ad'`,
      [reason, userId],
    );
  }

  /** Cancels rows that are locked in the caller's transaction, each for a reason of its own. */
  async cancel(
    em: EntityManager,
    rows: readonly { row: { kind: NotificationKind; subjectId: number; userId: number }; reason: string }[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const refused = rows.map(({ row: { kind, subjectId, userId }, reason }) => ({ kind, subjectId, userId, reason }));
    await em.execute(
      `update notifications set status = 'cancelled', error = refused.reason
       from jsonb_to_recordset(?::jsonb) as refused (kind text, "subjectId" bigint, "userId" bigint, reason text)
       where notifications.kind = refused.kind and subject_id = refused."subjectId" and user_id = refused."userId"`,
      [JSON.stringify(refused)],
    );
  }

  /**
   * Makes a user's waiting alerts due at another time, from which on they stay fresh as long as if they were new; but none
   * that is no longer worth sending.
   */
  async reschedule(em: EntityManager, userId: number, dueAt: Date): Promise<void> {
    await lockRecipient(em, userId);
    await em.execute(
      `update notifications set due_at = ?, expires_at = ?
       where user_id = ? and status = 'pending' and kind = 'ad' and expires_at > ?`,
      [dueAt, freshUntil(dueAt), userId, this.#clock.now()],
    );
  }

  /**
   * Ends rows that nobody would ever claim: those that have waited too long, those that were stored while their user
   * became unreachable, and, by deleting them, those of a user who was deleted meanwhile. So many of each at once; the
   * next time is soon enough for others, and for rows that somebody else is changing.
   */
  async endUnsendable(now: Date): Promise<void> {
    const cancelled = "update notifications set status = 'cancelled', error = 'unreachable'";
    await this.#end("update notifications set status = 'expired'", 'expires_at <= ?', [now]);
    await this.#end(cancelled, 'exists (select from recipients where user_id = waiting.user_id and not reachable)');
    await this.#end('delete from notifications', 'not exists (select from recipients where user_id = waiting.user_id)');
  }

  /**
   * Deletes a batch of direct messages that ended long ago, and of those that nobody has sent and nobody will; answers
   * how many. Alerts go with their ads.
   */
  forgetOld(): Promise<number> {
    return deleteBatch(this.#em, {
      table: 'notifications',
      key: ['subject_id', 'user_id', 'kind'],
      where: "kind <> 'ad' and coalesce(sent_at, expires_at) <= ? and status <> 'sending'",
      values: [keptSince('notifications', this.#clock.now())],
    });
  }

  async #end(how: string, which: string, params: unknown[] = []): Promise<void> {
    await this.#em.execute(
      `${how}
       where (kind, subject_id, user_id) in (
         select kind, subject_id, user_id from notifications as waiting
         where status = 'pending' and ${which}
         limit ${ENDED_AT_ONCE}
         for update skip locked
       )`,
      params,
    );
  }

  /** How many rows are in each state, and how late delivery is. */
  async counts(): Promise<OutboxCounts> {
    const rows = await this.#em.execute<{ status: NotificationStatus; count: number }[]>(
      'select status, count(*)::int as count from notifications group by status',
    );
    const counted = Object.fromEntries(rows.map((row) => [row.status, row.count]));
    return { ...NO_ROWS, ...counted, oldestPendingSeconds: await this.oldestPendingSeconds() };
  }

  /** How long the oldest row that could be sent has been waiting, as far as its chat let it; null when none does. */
  async oldestPendingSeconds(): Promise<number | null> {
    return (await this.backlog()).oldestSeconds;
  }

  /** How many rows could be sent now and for how long the oldest has waited, and how many were given up. */
  async backlog(em = this.#em): Promise<{ waiting: number; oldestSeconds: number | null; dead: number }> {
    const now = this.#clock.now();
    const [backlog] = await em.execute<[{ waiting: number; oldestSeconds: number | null; dead: number }]>(
      `select count(*)::int as waiting,
         extract(epoch from ?::timestamptz - min(greatest(due_at, next_send_at)))::float8 as "oldestSeconds",
         (select count(*)::int from notifications where status = 'dead') as dead
       from notifications join recipients using (user_id)
       where ${WAITING} and reachable and next_send_at <= ?`,
      [now, now, now, now],
    );
    return backlog;
  }

  /** The last rows that were given up, and why. */
  async dead(limit: number): Promise<DeadRow[]> {
    const rows = await this.#em.execute<Record<'kind' | 'subject_id' | 'user_id' | 'due_at' | 'error', string>[]>(
      `select kind, subject_id, user_id, due_at, error from notifications where status = 'dead'
       order by due_at desc, subject_id desc, user_id limit ?`,
      [limit],
    );
    return rows.map(({ subject_id, user_id, due_at, ...row }) => ({
      ...row,
      subjectId: Number(subject_id),
      userId: Number(user_id),
      dueAt: new Date(due_at),
    }));
  }

  /** Gives dead rows another life. @returns how many. */
  async retryDead(which: { kind?: NotificationKind; subjectId?: number; userId?: number } = {}): Promise<number> {
    const now = this.#clock.now();
    const { kind = null, subjectId = null, userId = null } = which;
    const rows = await this.#em.execute(
      `update notifications set status = 'pending', attempts = 0, error = null, due_at = ?, expires_at = ?
       where status = 'dead' and kind = coalesce(?, kind) and subject_id = coalesce(?::bigint, subject_id)
         and user_id = coalesce(?::bigint, user_id)
       returning 1`,
      [now, freshUntil(now), kind, subjectId, userId],
    );
    return rows.length;
  }
}

/** When an alert that becomes due then is no longer worth sending. */
export const freshUntil = (dueAt: Date) => new Date(dueAt.getTime() + FRESH_FOR_MS);

/** The release of the event that an alert is about, or the time it was put off to: what it stays fresh from. */
export const freshSince = (expiresAt: Date) => new Date(expiresAt.getTime() - FRESH_FOR_MS);

/** Whoever changes several rows of a user holds the recipient first, so that nobody waits in a circle. */
async function lockRecipient(em: EntityManager, userId: number): Promise<void> {
  await em.execute('select from recipients where user_id = ? for update', [userId]);
}
