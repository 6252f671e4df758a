import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { SourceConfig } from '../config.ts';
import type { Outbox, OutboxCounts } from '../notifications/outbox.ts';

/** What the database tells a metrics system. */
export interface MetricValues {
  readonly outbox: OutboxCounts;
  /** Ads whose own page is still to be read. */
  readonly waitingForDetails: number;
  /** When the configured source was last read; null: never, or none is configured. */
  readonly source: { readonly id: string; readonly lastReadAt: Date | null } | null;
}

interface MetricFiguresDeps {
  readonly orm: MikroORM;
  readonly outbox: Outbox;
  readonly source: SourceConfig;
}

/** What a metrics system asks for again and again, of all replicas together. */
export class MetricFigures {
  readonly #orm: MikroORM;
  readonly #outbox: Outbox;
  readonly #source: SourceConfig;

  constructor({ orm, outbox, source }: MetricFiguresDeps) {
    this.#orm = orm;
    this.#outbox = outbox;
    this.#source = source;
  }

  async now(): Promise<MetricValues> {
    const { em } = this.#orm;
    const outbox = await this.#outbox.counts();
    return { outbox, waitingForDetails: await countWaiting(em), source: await this.#sourceNow(em) };
  }

  /** How many wait for a connection to the database, in this process. */
  async poolWaiting(): Promise<number> {
    const pool = await this.#orm.em.getConnection().getNativeClient();
    return pool.waitingCount;
  }

  async #sourceNow(em: EntityManager): Promise<MetricValues['source']> {
    const id = this.#source.kind;
    if (id === 'none') return null;
    const [row] = await em.execute<{ last_success_at: string | null }[]>(
      'select last_success_at from sources where id = ?',
      [id],
    );
    return { id, lastReadAt: row?.last_success_at ? new Date(row.last_success_at) : null };
  }
}

async function countWaiting(em: EntityManager): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from ads
     where details_state = 'pending' and gone_at is null and superseded_at is null`,
  );
  return row.count;
}
