import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';

const WEEK_MS = 7 * 86_400_000;

/** What one filter has led to. */
export interface FilterAlerts {
  /** Alerts sent in the last seven days. */
  readonly thisWeek: number;
  /** When the last of all its alerts was sent. */
  readonly lastAt: Date;
}

/** Looks back on the alerts that were sent. */
export class AlertHistory {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** The alerts of a user by the filters that matched; a filter that never led to one is left out. */
  async byFilter(userId: number): Promise<ReadonlyMap<number, FilterAlerts>> {
    const weekAgo = new Date(this.#clock.now().getTime() - WEEK_MS);
    const rows = await this.#em.execute<{ filter_id: string; this_week: number; last_at: string }[]>(
      `select filter_id, count(*) filter (where sent_at > ?)::int as this_week, max(sent_at) as last_at
      from notifications, unnest(filter_ids) as filter_id
      where user_id = ? and kind = 'ad' and status = 'sent'
      group by filter_id`,
      [weekAgo, userId],
    );
    return new Map(
      rows.map((row) => [Number(row.filter_id), { thisWeek: row.this_week, lastAt: new Date(row.last_at) }]),
    );
  }
}
