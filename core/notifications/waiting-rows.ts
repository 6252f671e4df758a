import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { Locale } from '../i18n/locales.ts';
import type { DueRecipients, LockedRecipient } from './due-recipients.ts';
import type { AlertTiming } from './next-send-at.ts';
import { WAITING } from './notification.entity.ts';
import type { DueRecipient, WaitingAlert, WaitingRow, WaitingText } from './send-plan.ts';

/** How many alerts one digest tells at most; a longer rest takes several. */
const DIGEST_SIZE = 20;

interface SettingsRow {
  readonly id: string;
  readonly telegram_id: string;
  readonly language: Locale;
  readonly time_zone: string;
  readonly paused: boolean;
  readonly delivery_mode: AlertTiming['deliveryMode'];
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
}

interface NotificationRow {
  readonly kind: WaitingRow['kind'];
  readonly subject_id: string;
  readonly user_id: string;
  readonly ad_id: string | null;
  readonly filter_ids: string[];
  readonly payload: unknown;
  readonly attempts: number;
  readonly due_at: string;
  readonly expires_at: string;
  readonly error: string | null;
}

/** Locks recipients who are due, and reads how they want to be told. */
export async function lockDueRecipients(
  em: EntityManager,
  due: DueRecipients,
  given: { readonly limit: number; readonly now: Date; readonly alertsPerHour: number },
): Promise<DueRecipient[]> {
  const { limit, now, alertsPerHour } = given;
  const rows = await due.lock(em, limit, now);
  const settings = await settingsOf(em, rows);
  return rows.flatMap((row) => {
    const own = settings.get(row.user_id);
    if (!own) return [];
    return {
      userId: Number(row.user_id),
      chatId: Number(own.telegram_id),
      locale: own.language,
      paused: own.paused,
      timing: {
        deliveryMode: own.delivery_mode,
        quietFrom: own.quiet_from,
        quietTo: own.quiet_to,
        timeZone: own.time_zone,
        alertsPerHour,
      },
      hour: { startedAt: row.hour_started_at === null ? null : new Date(row.hour_started_at), count: row.hour_count },
    };
  });
}

/**
 * Read by a statement of its own, after the lock: whoever changes settings holds the recipient, so that a change that
 * was committed before the lock came is seen.
 */
async function settingsOf(em: EntityManager, rows: readonly LockedRecipient[]): Promise<Map<string, SettingsRow>> {
  if (rows.length === 0) return new Map();
  const settings = await em.execute<SettingsRow[]>(
    `select id, telegram_id, language, time_zone, paused_at is not null as paused, delivery_mode, quiet_from, quiet_to
     from users where id = any(?::bigint[])`,
    [bigints(rows.map((row) => Number(row.user_id)))],
  );
  return new Map(settings.map((row) => [row.id, row]));
}

/** Locks the rows of these recipients that are due, at most one digest of each: direct messages first, older ones first. */
export async function lockWaitingRows(
  em: EntityManager,
  recipients: readonly DueRecipient[],
  now: Date,
): Promise<WaitingRow[]> {
  const rows = await em.execute<NotificationRow[]>(
    `select waiting.* from unnest(?::bigint[]) with ordinality as recipient (id, place)
     cross join lateral (
       select kind, subject_id, user_id, ad_id, filter_ids, payload, attempts, due_at, expires_at, error
       from notifications
       where user_id = recipient.id and ${WAITING}
       order by kind = 'ad', due_at, subject_id
       limit ?
       for update skip locked
     ) as waiting
     order by recipient.place, kind = 'ad', due_at, subject_id`,
    [bigints(recipients.map((recipient) => recipient.userId)), now, now, DIGEST_SIZE],
  );
  return rows.map(waitingRow);
}

function waitingRow(row: NotificationRow): WaitingRow {
  const { kind, payload, attempts, error } = row;
  const shared = {
    subjectId: Number(row.subject_id),
    userId: Number(row.user_id),
    attempts,
    error,
    dueAt: new Date(row.due_at),
  };
  if (kind !== 'ad') return { ...shared, kind, payload: payload as WaitingText['payload'] };
  return {
    ...shared,
    kind,
    adId: Number(row.ad_id),
    filterIds: row.filter_ids.map(Number),
    payload: payload as WaitingAlert['payload'],
    expiresAt: new Date(row.expires_at),
  };
}
