import type { EntityManager } from '@mikro-orm/postgresql';
import type { SourceConfig } from '../config.ts';
import type { TroubleKind } from '../contracts/service.ts';
import { sourcePatienceMs } from '../ingestion/source-patience.ts';
import { WAITING } from '../notifications/notification.entity.ts';

const MINUTE_MS = 60_000;
/** What whoever has just begun to watch gives a service that stood still, so that it is judged by what it does now. */
const SETTLING_MS = 2 * MINUTE_MS;
const SETTLING_POLLS = 2;
const DELIVERY_PATIENCE_MS = 2 * MINUTE_MS;

/** Something that an operator has to look at. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly since: Date;
  /** What its message names beside the time. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What somebody must know to judge. */
export interface Watch {
  readonly now: Date;
  /** When they began to watch. */
  readonly since: Date;
  readonly source: SourceConfig;
  /** Since when what waits is sent; null where nobody sends. */
  readonly sendsSince: Date | null;
  /** Since when this process can read none of the ads' own pages; null: it can. */
  readonly adPagesUnreadableSince: Date | null;
}

/** What the database tells. */
export interface Signs {
  /** When the source was last read. */
  readonly readAt: Date | null;
  /** Since when no list page of it can be read; null: one could. */
  readonly unreadableSince: Date | null;
  /** Since when the oldest of the messages that could be sent has been waiting; null: none is. */
  readonly waitingSince: Date | null;
  /** Messages that were given up. An alarm that was is no reason for another. */
  readonly dead: number;
}

/**
 * A run that stands still at an error fails until now; one that ended with it has failed as long as nothing was read
 * after it. A message could be sent from the time that it is due and its chat may be written to.
 */
const QUERY = `
  select source.read_at,
    (select min(greatest(run.started_at, source.read_at))
     from (values ('incremental'), ('sweep')) as kinds (kind)
     cross join lateral (
       select started_at, finished_at, error from ingestion_runs
       where source = source.id and kind = kinds.kind order by id desc limit 1
     ) as run
     where run.error like 'layout:%' and coalesce(run.finished_at >= source.read_at, true)
    ) as unreadable_since,
    (select min(greatest(due_at, next_send_at)) from notifications join recipients using (user_id)
     where ${WAITING} and reachable and next_send_at <= ?
    ) as waiting_since,
    (select count(*)::int from notifications where status = 'dead' and kind <> 'admin_alarm') as dead
  from (select ?::text as id, (select last_success_at from sources where id = ?) as read_at) as source`;

type SignsRow = Readonly<Record<'read_at' | 'unreadable_since' | 'waiting_since', string | null>> & { dead: number };

/** Reads what the database tells of this moment. */
export async function readSigns(em: EntityManager, now: Date, source: SourceConfig): Promise<Signs> {
  const [row] = await em.execute<[SignsRow]>(QUERY, [now, now, now, source.kind, source.kind]);
  return {
    readAt: dateOf(row.read_at),
    unreadableSince: dateOf(row.unreadable_since),
    waitingSince: dateOf(row.waiting_since),
    dead: row.dead,
  };
}

/** What is wrong, as the signs tell. */
export function findTroubles(signs: Signs, watch: Watch): Trouble[] {
  const late = lateness(signs, watch);
  const dead: Trouble = { kind: 'messages.dead', since: watch.now, values: { count: signs.dead } };
  return [...sourceTroubles(signs, watch), ...(late ? [late] : []), ...(signs.dead > 0 ? [dead] : [])];
}

/** A source that was not read for long is silent, whatever its pages look like, and however often we start anew. */
function sourceTroubles(signs: Signs, watch: Watch): Trouble[] {
  const { now, since, source } = watch;
  if (source.kind === 'none') return [];
  const values = { source: source.kind };
  const isSettled = isOver(since, now, Math.max(SETTLING_MS, SETTLING_POLLS * source.intervalS * 1000));
  const troubles: Trouble[] = [];
  // Of a source that was never read nothing but our own watch tells for how long.
  const readAt = signs.readAt ?? since;
  if (isSettled && isOver(readAt, now, sourcePatienceMs(source.intervalS, 'message')))
    troubles.push({ kind: 'source.silent', since: readAt, values });
  const unreadableSince = earlier(isSettled ? signs.unreadableSince : null, watch.adPagesUnreadableSince);
  if (unreadableSince) troubles.push({ kind: 'source.layout', since: unreadableSince, values });
  return troubles;
}

function lateness({ waitingSince }: Signs, { now, sendsSince }: Watch): Trouble | null {
  if (waitingSince === null || sendsSince === null) return null;
  const isLate = isOver(waitingSince, now, DELIVERY_PATIENCE_MS) && isOver(sendsSince, now, SETTLING_MS);
  return isLate ? { kind: 'alerts.late', since: waitingSince, values: {} } : null;
}

const isOver = (from: Date, now: Date, patienceMs: number) => now.getTime() - from.getTime() > patienceMs;

const earlier = (one: Date | null, other: Date | null) => (one && other ? (one < other ? one : other) : (one ?? other));

const dateOf = (time: string | null) => (time === null ? null : new Date(time));
