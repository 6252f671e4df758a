import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdEventKind } from '../ads/ad-event.entity.ts';
import { type FactColumns, factSelection, factsOf } from '../ads/ad-facts.ts';
import type { AdFacts } from '../contracts/ad.ts';
import type { LogState } from './filter-changes.ts';

/** An event that this transaction matches. */
export interface ClaimedEvent {
  readonly id: number;
  readonly adId: number;
  readonly kind: AdEventKind;
  readonly oldPrice: number | null;
  readonly releasedAt: Date;
  /** Filters activated later do not count for it. */
  readonly releaseRevision: number;
  /** The ad as it is in the snapshot. */
  readonly ad: AdFacts;
  /** Another event of the same ad waits behind it. */
  readonly followed: boolean;
}

/** Claimed events, and the filters they are to be matched with: those of the same snapshot. */
export interface Claim {
  readonly events: readonly ClaimedEvent[];
  /** Null where there is no event. */
  readonly log: LogState | null;
}

interface EventRow extends FactColumns {
  readonly id: string;
  readonly ad_id: string;
  readonly kind: AdEventKind;
  readonly old_price: number | null;
  readonly released_at: string;
  readonly release_revision: string;
  readonly matched_revision: string;
  readonly trimmed_through: string;
  readonly followed: boolean;
}

/**
 * Takes released events in the order of their release and passes over those that another matcher holds. An event waits
 * until every earlier one of its ad is matched and committed, also one still held for details: only then does this
 * snapshot show who was told about the ad.
 *
 * The same statement marks them as matched, and with which filters: with those of this snapshot, to which the caller
 * brings the index before it asks it. So the mark is right before the work is done, and goes with it if it fails.
 */
export async function claimEvents(em: EntityManager, limit: number, at: Date): Promise<Claim> {
  const rows = await em.execute<EventRow[]>(
    `with free as (
       select id from ad_events event
       where released_at is not null and matched_at is null
         and not exists (select from ad_events earlier where earlier.ad_id = event.ad_id and earlier.id < event.id
           and earlier.matched_at is null)
       order by released_at, id limit ? for update skip locked
     ), claimed as (
       update ad_events set matched_at = ?, matched_revision = last_filter_revision(), updated_at = now()
       from free where ad_events.id = free.id
       returning ad_events.id, ad_id, kind, old_price, release_revision, released_at, matched_revision
     )
     select claimed.id, ad_id, kind, old_price, released_at, release_revision, matched_revision,
       (select trimmed_through from matcher_state where id = 1) as trimmed_through,
       exists (select from ad_events later where later.ad_id = claimed.ad_id and later.id > claimed.id
         and later.released_at is not null and later.matched_at is null) as followed,
       ${factSelection('ads')}
     from claimed join ads on ads.id = ad_id
     order by released_at, claimed.id`,
    [limit, at],
  );
  const [first] = rows;
  const log = first && { revision: Number(first.matched_revision), trimmedThrough: Number(first.trimmed_through) };
  return { events: rows.map(claimedEvent), log: log ?? null };
}

function claimedEvent(row: EventRow): ClaimedEvent {
  return {
    id: Number(row.id),
    adId: Number(row.ad_id),
    kind: row.kind,
    oldPrice: row.old_price,
    releasedAt: new Date(row.released_at),
    releaseRevision: Number(row.release_revision),
    ad: factsOf(row),
    followed: row.followed,
  };
}
