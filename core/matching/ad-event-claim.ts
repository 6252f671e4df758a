import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdEventKind } from '../ads/ad-event.entity.ts';
import { bigints } from '../db/bigint-array.ts';

/** An event that this transaction matches. */
export interface ClaimedEvent {
  readonly id: number;
  readonly adId: number;
  readonly kind: AdEventKind;
  readonly oldPrice: number | null;
  /** Filters activated later do not count for it. */
  readonly releaseRevision: number;
  /** Another event of the same ad waits behind it. */
  readonly followed: boolean;
}

interface EventRow {
  readonly id: string;
  readonly ad_id: string;
  readonly kind: AdEventKind;
  readonly old_price: number | null;
  readonly release_revision: string;
  readonly followed: boolean;
}

/**
 * Takes released events in the order of their release and passes over those that another matcher holds. An event waits
 * until every earlier one of its ad is matched and committed, also one still held for details: only then does this
 * snapshot show who was told about the ad.
 */
export async function claimEvents(em: EntityManager, limit: number): Promise<ClaimedEvent[]> {
  const rows = await em.execute<EventRow[]>(
    `select id, ad_id, kind, old_price, release_revision,
       exists (select from ad_events later where later.ad_id = event.ad_id and later.id > event.id
         and later.released_at is not null and later.matched_at is null) as followed
     from ad_events event
     where released_at is not null and matched_at is null
       and not exists (select from ad_events earlier where earlier.ad_id = event.ad_id and earlier.id < event.id
         and earlier.matched_at is null)
     order by released_at, id limit ? for update skip locked`,
    [limit],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    adId: Number(row.ad_id),
    kind: row.kind,
    oldPrice: row.old_price,
    releaseRevision: Number(row.release_revision),
    followed: row.followed,
  }));
}

/** Marks events as done and says with which filters, so that the result can be checked and repeated. */
export async function markMatched(
  em: EntityManager,
  events: readonly ClaimedEvent[],
  revision: number,
  at: Date,
): Promise<void> {
  await em.execute(
    'update ad_events set matched_at = ?, matched_revision = ?, updated_at = now() where id = any(?::bigint[])',
    [at, revision, bigints(events.map((event) => event.id))],
  );
}
