import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdEventKind } from '../ads/ad-event.entity.ts';
import type { NotificationStatus } from '../notifications/notification.entity.ts';
import { isEligible } from './stored-filters.ts';

/** What decides, beside the facts of the car, whether a filter's user is told of an ad. */
export interface AlertCircumstances {
  readonly user: UserCircumstances;
  /** In the order in which they happened; none where a first sweep found the ad. */
  readonly events: readonly EventCircumstances[];
}

interface UserCircumstances {
  readonly pausedAt: Date | null;
  readonly reachable: boolean;
  /** Why the user cannot be reached. */
  readonly reason: string | null;
  readonly hasHidden: boolean;
}

/** What happened to the ad, and what became of it for the user. */
export interface EventCircumstances {
  readonly id: number;
  readonly kind: AdEventKind;
  /** When it is released at the latest, while it waits for the ad's details. */
  readonly holdUntil: Date | null;
  readonly releasedAt: Date | null;
  readonly matchedAt: Date | null;
  /** Whether the filter was on before the release; null until then. */
  readonly filterCounts: boolean | null;
  readonly alert: StoredAlert | null;
}

export interface StoredAlert {
  readonly status: NotificationStatus;
  /** Why it was cancelled or given up. */
  readonly error: string | null;
  readonly dueAt: Date;
  readonly sentAt: Date | null;
  /** Whether it names the filter, or only others of the user. */
  readonly namesFilter: boolean;
}

/** Whose filter it is, and since when it counts. */
interface FilterKey {
  readonly id: number;
  readonly userId: number;
  readonly activatedRevision: number | null;
}

interface UserRow {
  readonly paused_at: string | null;
  readonly reachable: boolean;
  readonly reason: string | null;
  readonly has_hidden: boolean;
}

interface EventRow {
  readonly id: string;
  readonly kind: AdEventKind;
  readonly hold_until: string | null;
  readonly released_at: string | null;
  readonly release_revision: string | null;
  readonly matched_at: string | null;
  readonly status: NotificationStatus | null;
  readonly error: string | null;
  readonly due_at: string;
  readonly sent_at: string | null;
  readonly filter_ids: string[];
}

export async function readCircumstances(
  em: EntityManager,
  filter: FilterKey,
  adId: number,
): Promise<AlertCircumstances> {
  const [user] = await em.execute<[UserRow]>(
    `select paused_at, reachable, reason,
       exists (select from hidden_ads where hidden_ads.user_id = users.id and ad_id = ?) as has_hidden
     from users join recipients on recipients.user_id = users.id where users.id = ?`,
    [adId, filter.userId],
  );
  const events = await em.execute<EventRow[]>(
    `select event.id, event.kind, hold_until, released_at, release_revision, matched_at,
       status, error, due_at, sent_at, filter_ids
     from ad_events event
     left join notifications alert on alert.kind = 'ad' and subject_id = event.id and user_id = ?
     where event.ad_id = ? order by event.id`,
    [filter.userId, adId],
  );
  return { user: userOf(user), events: events.map((event) => eventOf(event, filter)) };
}

function userOf({ paused_at, reachable, reason, has_hidden }: UserRow): UserCircumstances {
  return { pausedAt: dateOrNull(paused_at), reachable, reason, hasHidden: has_hidden };
}

function eventOf(row: EventRow, filter: FilterKey): EventCircumstances {
  const { release_revision: revision } = row;
  return {
    id: Number(row.id),
    kind: row.kind,
    holdUntil: dateOrNull(row.hold_until),
    releasedAt: dateOrNull(row.released_at),
    matchedAt: dateOrNull(row.matched_at),
    filterCounts: revision === null ? null : isEligible(filter, Number(revision)),
    alert: row.status === null ? null : alertOf({ ...row, status: row.status }, filter.id),
  };
}

function alertOf(row: EventRow & { status: NotificationStatus }, filterId: number): StoredAlert {
  return {
    status: row.status,
    error: row.error,
    dueAt: new Date(row.due_at),
    sentAt: dateOrNull(row.sent_at),
    namesFilter: row.filter_ids.includes(String(filterId)),
  };
}

const dateOrNull = (time: string | null) => (time === null ? null : new Date(time));
