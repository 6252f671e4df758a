import type { EntityManager } from '@mikro-orm/postgresql';
import type { SourceConfig } from '../config.ts';
import type { TroubleKind } from '../contracts/service.ts';

const MINUTE_MS = 60_000;
/** A source that is read less often than every five minutes may miss three polls. */
const SOURCE_PATIENCE_MS = 15 * MINUTE_MS;
const MISSED_POLLS = 3;
/** What a run that failed long ago says of its source counts only after the source was asked anew. */
const POLL_PATIENCE_MS = 2 * MINUTE_MS;
const DELIVERY_PATIENCE_MS = 2 * MINUTE_MS;

/** Something that an operator has to look at. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly since: Date;
  /** What its message names beside the time. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What somebody must know to judge; whoever has just begun to watch gives everything the time to settle. */
export interface Watch {
  readonly now: Date;
  readonly since: Date;
  readonly source: SourceConfig;
  /** Since when what waits is sent; null where nobody sends. */
  readonly sendsSince: Date | null;
}

interface Signs {
  readonly read_at: string | null;
  readonly unreadable_since: string | null;
  readonly waiting_since: string | null;
  readonly dead: number;
}

/**
 * A run that stands still at an error fails until now; one that ended with it has failed as long as nothing was read
 * after it. An alarm that was given up is no reason for another.
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
    (select min(due_at) from notifications join recipients using (user_id)
     where status = 'pending' and due_at <= ? and expires_at > ? and reachable and next_send_at <= ?
    ) as waiting_since,
    (select count(*)::int from notifications where status = 'dead' and kind <> 'admin_alarm') as dead
  from (select ?::text as id, (select last_success_at from sources where id = ?) as read_at) as source`;

/** What is wrong at this moment, as far as the database tells. */
export async function readTroubles(em: EntityManager, watch: Watch): Promise<Trouble[]> {
  const { now, source } = watch;
  const [signs] = await em.execute<[Signs]>(QUERY, [now, now, now, source.kind, source.kind]);
  const late = lateness(signs, watch);
  const dead: Trouble = { kind: 'messages.dead', since: now, values: { count: signs.dead } };
  return [...sourceTroubles(signs, watch), ...(late ? [late] : []), ...(signs.dead > 0 ? [dead] : [])];
}

/** A source that was not read for long is silent, whatever its pages look like. */
function sourceTroubles(signs: Signs, { now, since, source }: Watch): Trouble[] {
  if (source.kind === 'none') return [];
  const values = { source: source.kind };
  const intervalMs = source.intervalS * 1000;
  const readAt = signs.read_at === null ? since : new Date(signs.read_at);
  const isOver = (from: Date, patienceMs: number) => now.getTime() - latest(from, since) > patienceMs;
  const troubles: Trouble[] = [];
  if (isOver(readAt, Math.max(SOURCE_PATIENCE_MS, MISSED_POLLS * intervalMs)))
    troubles.push({ kind: 'source.silent', since: readAt, values });
  if (signs.unreadable_since !== null && isOver(since, Math.max(POLL_PATIENCE_MS, 2 * intervalMs)))
    troubles.push({ kind: 'source.layout', since: new Date(signs.unreadable_since), values });
  return troubles;
}

function lateness({ waiting_since }: Signs, { now, sendsSince }: Watch): Trouble | null {
  if (waiting_since === null || sendsSince === null) return null;
  const dueAt = new Date(waiting_since);
  const isLate = now.getTime() - latest(dueAt, sendsSince) > DELIVERY_PATIENCE_MS;
  return isLate ? { kind: 'alerts.late', since: dueAt, values: {} } : null;
}

const latest = (one: Date, other: Date) => Math.max(one.getTime(), other.getTime());
