import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdPayload } from '../notifications/notification.entity.ts';
import type { EarlierAlert } from './alert-decision.ts';

/** What users were told about an ad, by user. */
export type EarlierAlerts = ReadonlyMap<number, readonly EarlierAlert[]>;

/** A waiting alert and what it is to say from now on. */
export interface Absorption {
  readonly subjectId: number;
  readonly userId: number;
  /** Named beside those the alert names already. */
  readonly filterIds: readonly number[];
  readonly payload: AdPayload;
}

interface AlertRow {
  readonly user_id: string;
  readonly subject_id: string;
  readonly waiting: boolean;
  readonly payload: AdPayload;
}

/**
 * They are found by the events of the ad, with which the key of the outbox begins. Alerts that were cancelled, expired or
 * given up told nobody anything, so they are left out.
 */
export async function readEarlierAlerts(em: EntityManager, adId: number): Promise<EarlierAlerts> {
  const rows = await em.execute<AlertRow[]>(
    `select user_id, subject_id, status = 'pending' as waiting, payload
     from ad_events event join notifications on subject_id = event.id and notifications.kind = 'ad'
     where status in ('pending', 'sending', 'sent') and event.ad_id = ?`,
    [adId],
  );
  return Map.groupBy(rows.map(earlierAlert), ({ userId }) => userId);
}

function earlierAlert({ user_id, subject_id, waiting, payload }: AlertRow): EarlierAlert & { userId: number } {
  return { userId: Number(user_id), subjectId: Number(subject_id), waiting, payload };
}

/** A row that delivery took meanwhile makes the transaction fail as unserializable, and be tried again. */
export async function absorbIntoWaiting(em: EntityManager, absorptions: readonly Absorption[]): Promise<void> {
  if (absorptions.length === 0) return;
  await em.execute(
    `update notifications alert
     set payload = newer.payload,
       filter_ids = (select array_agg(distinct id order by id) from unnest(alert.filter_ids || newer."filterIds") id)
     from jsonb_to_recordset(?::jsonb) as newer ("subjectId" bigint, "userId" bigint, "filterIds" bigint[], payload jsonb)
     where alert.kind = 'ad' and alert.subject_id = newer."subjectId" and alert.user_id = newer."userId"
       and alert.status = 'pending'`,
    [JSON.stringify(absorptions)],
  );
}
