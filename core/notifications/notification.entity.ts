import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

/**
 * An alert; the news of a role; other news of the account; an answer to a request for a plan; and what is for
 * administrators only: a report of a problem, a request for a plan, trouble with the service. The subject of each is an
 * id of its own.
 */
export type NotificationKind = 'ad' | 'role' | 'system' | 'plan' | 'admin_problem' | 'admin_plan' | 'admin_alarm';
export type NotificationStatus = 'pending' | 'sending' | 'sent' | 'cancelled' | 'expired' | 'dead';

/**
 * For rows in any state, of a user for instance: two indexes hold them, one those that wait, the other the rest, and
 * both are read where a query names both.
 */
export const IN_ANY_STATE = "(status = 'pending' or status <> 'pending')";
/** The same as a condition of the ORM. */
export const inAnyState = { $or: [{ status: 'pending' as const }, { status: { $ne: 'pending' as const } }] };

/** Rows that are due and still worth sending at a time, which is given twice. */
export const WAITING = "status = 'pending' and due_at <= ? and expires_at > ?";

/** What an alert says of its occasion: the price it tells, and the one before when it fell. */
export interface AdPayload {
  readonly occasion: 'new' | 'price_drop';
  readonly price: number | null;
  readonly oldPrice: number | null;
}
/** A message in the user's language: a key of the `bot` texts with its values. */
export interface TextPayload {
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
}

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  indexes: [
    // What an insertion enters beside the key; the others hold rows that wait no longer.
    {
      name: 'notifications_pending_index',
      expression:
        'create index "notifications_pending_index" on "notifications" ("user_id", "due_at") where "status" = \'pending\'',
    },
    {
      name: 'notifications_settled_index',
      expression:
        'create index "notifications_settled_index" on "notifications" ("user_id", "sent_at") where "status" <> \'pending\'',
    },
    {
      name: 'notifications_sending_index',
      expression:
        'create index "notifications_sending_index" on "notifications" ("user_id") where "status" = \'sending\'',
    },
    {
      name: 'notifications_sent_index',
      expression:
        'create index "notifications_sent_index" on "notifications" ("sent_at") where "status" = \'sent\' and "kind" = \'ad\'',
    },
    {
      name: 'notifications_texts_index',
      expression:
        'create index "notifications_texts_index" on "notifications" (coalesce("sent_at", "expires_at")) where "kind" <> \'ad\'',
    },
    {
      name: 'notifications_dead_index',
      expression: 'create index "notifications_dead_index" on "notifications" ("user_id") where "status" = \'dead\'',
    },
  ],
  checks: [
    {
      name: 'notifications_status_known',
      expression: "status in ('pending', 'sending', 'sent', 'cancelled', 'expired', 'dead')",
    },
    {
      name: 'notifications_kind_known',
      expression: "kind in ('ad', 'role', 'system', 'plan', 'admin_problem', 'admin_plan', 'admin_alarm')",
    },
    { name: 'notifications_ad_named', expression: "kind <> 'ad' or ad_id is not null" },
  ],
  properties: {
    /** The ad event of an alert; an id of its own kind otherwise. */
    subjectId: p.bigint('number').primary().autoincrement(false),
    userId: p.bigint('number').primary().autoincrement(false),
    kind: p.text().$type<NotificationKind>().primary(),
    /** The ad of an alert. */
    adId: p.bigint('number').nullable(),
    filterIds: p.array(Number).columnType('bigint[]').default([]),
    payload: p.json<AdPayload | TextPayload>(),
    status: p.text().$type<NotificationStatus>().default('pending'),
    /** Sends that count: not those refused with 429. */
    attempts: p.smallint().default(0),
    /** The recipient's claim under which the row is being sent. */
    claim: p.bigint('number').nullable(),
    /** Moves on when the hourly cap, quiet hours or the digest time hold an alert back, and `expiresAt` with it. */
    dueAt: time(),
    expiresAt: time(),
    error: p.text().nullable(),
    messageId: p.bigint('number').nullable(),
    sentAt: time().nullable(),
    createdAt: time().defaultRaw('now()'),
  },
});

/**
 * A row of the outbox: tell this user about this subject, once. No foreign keys, so that inserting stays cheap;
 * deleting an account removes its rows explicitly.
 */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
