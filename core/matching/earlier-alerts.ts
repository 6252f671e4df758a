import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { AdPayload } from '../notifications/notification.entity.ts';
import type { EarlierAlert } from './alert-decision.ts';

/** What users were told about ads: by ad, then by user. */
export type EarlierAlerts = ReadonlyMap<number, ReadonlyMap<number, readonly EarlierAlert[]>>;

/** A waiting alert and what it is to say from now on. */
export interface Absorption {
  readonly subjectId: number;
  readonly userId: number;
  /** Named beside those the alert names already. */
  readonly filterIds: readonly number[];
  readonly payload: AdPayload;
}

interface AlertRow {
  readonly ad_id: string;
  readonly user_id: string;
  readonly subject_id: string;
  readonly waiting: boolean;
  readonly payload: AdPayload;
}

/** Alerts that were cancelled, expired or given up told nobody anything, so they are left out. */
export async function readEarlierAlerts(em: EntityManager, adIds: Iterable<number>): Promise<EarlierAlerts> {
  const rows = await em.execute<AlertRow[]>(
    `select ad_id, user_id, subject_id, status = 'pending' as waiting, payload from notifications
     where kind = 'ad' and status in ('pending', 'sending', 'sent') and ad_id = any(?::bigint[])`,
    [bigints(adIds)],
  );
  const byAd = new Map<number, Map<number, EarlierAlert[]>>();
  for (const row of rows) {
    const adId = Number(row.ad_id);
    const byUser = byAd.get(adId) ?? new Map<number, EarlierAlert[]>();
    const userId = Number(row.user_id);
    const alert = { subjectId: Number(row.subject_id), waiting: row.waiting, payload: row.payload };
    byAd.set(adId, byUser.set(userId, [...(byUser.get(userId) ?? []), alert]));
  }
  return byAd;
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
