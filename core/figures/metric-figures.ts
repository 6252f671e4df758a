import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { SourceConfig } from '../config.ts';
import { SharedRead } from '../db/shared-read.ts';
import type { Outbox } from '../notifications/outbox.ts';

/** Well below what a metrics system waits for an answer. */
const LIMIT_MS = 3_000;

/** What is under way, and what needs somebody. What is settled is history, which grows and is not counted time after time. */
type OpenStatus = 'pending' | 'sending' | 'dead';

/** What the database tells a metrics system. */
export interface MetricValues {
  readonly outbox: Readonly<Record<OpenStatus, number>>;
  /** For how long the oldest message that could be sent has been waiting; null: none is. */
  readonly oldestPendingSeconds: number | null;
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
  readonly #shared: SharedRead<MetricValues>;

  constructor({ orm, outbox, source }: MetricFiguresDeps) {
    this.#orm = orm;
    this.#outbox = outbox;
    this.#source = source;
    this.#shared = new SharedRead({ em: orm.em, read: (em) => this.#read(em), limitMs: LIMIT_MS });
  }

  /** Null: the database does not tell in time. Throws what it throws. */
  now(): Promise<MetricValues | null> {
    return this.#shared.now();
  }

  /** How many wait for a connection to the database, in this process. */
  async poolWaiting(): Promise<number> {
    const pool = await this.#orm.em.getConnection().getNativeClient();
    return pool.waitingCount;
  }

  async #read(em: EntityManager): Promise<MetricValues> {
    const { oldestSeconds } = await this.#outbox.backlog(em);
    return {
      outbox: await countOpen(em),
      oldestPendingSeconds: oldestSeconds,
      waitingForDetails: await countWaiting(em),
      source: await this.#sourceNow(em),
    };
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

/** Each by an index of its own. */
async function countOpen(em: EntityManager): Promise<MetricValues['outbox']> {
  const [counts] = await em.execute<[MetricValues['outbox']]>(
    `select (select count(*)::int from notifications where status = 'pending') as pending,
       (select count(*)::int from notifications where status = 'sending') as sending,
       (select count(*)::int from notifications where status = 'dead') as dead`,
  );
  return counts;
}

async function countWaiting(em: EntityManager): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from ads
     where details_state = 'pending' and gone_at is null and superseded_at is null`,
  );
  return row.count;
}
