import type { EntityManager } from '@mikro-orm/postgresql';
import type { SourceConfig } from '../config.ts';
import type { SourceFigures } from '../contracts/admin-figures.ts';
import { sourceState } from './source-health.ts';

interface SourceRow {
  readonly id: string;
  readonly last_success_at: string | null;
  readonly failed_at: string | null;
  readonly swept_at: string | null;
  readonly sweep_minutes: number | null;
  readonly rows: number;
  readonly bad_rows: number;
  readonly failures: number;
}

/** A run that stands still at an error fails until now; a sweep counts where it began. */
const QUERY = `
  select names.id, last_success_at, newest.failed_at, sweep.finished_at as swept_at,
    round(extract(epoch from sweep.finished_at - sweep.started_at) / 60)::int as sweep_minutes,
    today.rows, today.bad_rows, today.failures
  from (select id from sources union select ?::text where ?::boolean) as names (id)
  left join sources using (id)
  left join lateral (
    select started_at, finished_at from ingestion_runs
    where source = names.id and kind = 'sweep' and finished_at is not null order by id desc limit 1
  ) as sweep on true
  cross join lateral (
    select max(coalesce(run.finished_at, ?::timestamptz)) filter (where run.error is not null) as failed_at
    from (values ('incremental'), ('sweep')) as kinds (kind)
    cross join lateral (
      select finished_at, error from ingestion_runs
      where source = names.id and kind = kinds.kind order by id desc limit 1
    ) as run
  ) as newest
  cross join lateral (
    select coalesce(sum((counts->>'rows')::int), 0)::int as rows,
      coalesce(sum((counts->>'badRows')::int), 0)::int as bad_rows,
      coalesce(sum((counts->>'failures')::int), 0)::int as failures
    from ingestion_runs where source = names.id and started_at >= ?
  ) as today
  order by names.id`;

/** How each source does that was ever read, and the one that the settings name. */
export async function readSourceFigures(
  em: EntityManager,
  settings: SourceConfig,
  time: { readonly now: Date; readonly midnight: Date },
): Promise<SourceFigures[]> {
  const { now, midnight } = time;
  const rows = await em.execute<SourceRow[]>(QUERY, [settings.kind, settings.kind !== 'none', now, midnight]);
  return rows.map((row) => {
    const { id, failures, rows: rowsToday, bad_rows: badRowsToday } = row;
    const lastReadAt = dateOf(row.last_success_at);
    return {
      id,
      state: sourceState({ id, lastReadAt, failedAt: dateOf(row.failed_at) }, settings, now),
      lastReadAt: lastReadAt?.toISOString() ?? null,
      lastSweepAt: dateOf(row.swept_at)?.toISOString() ?? null,
      lastSweepMinutes: row.sweep_minutes,
      failuresToday: failures,
      rowsToday,
      badRowsToday,
    };
  });
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));
