import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { withinLimit } from '../within-limit.ts';

interface SharedReadOptions<T> {
  readonly em: EntityManager;
  readonly read: (em: EntityManager) => Promise<T>;
  /** How long whoever asks waits, and how long a statement may take. */
  readonly limitMs: number;
  /** For how long an answer is as good as another one. */
  readonly fresh?: { readonly clock: Clock; readonly forMs: number };
}

/**
 * Something that strangers may ask the database for as often as they like. Whoever asks while an answer is awaited gets
 * the same one, and what comes too late is ended: a slow database is not asked again and again, and one connection of
 * the pool is taken at most.
 */
export class SharedRead<T> {
  readonly #options: SharedReadOptions<T>;
  #reading: Promise<T> | null = null;
  #last: { readonly value: T; readonly at: number } | null = null;

  constructor(options: SharedReadOptions<T>) {
    this.#options = options;
  }

  /** The answer of this moment; null: it does not come in time. Throws what reading throws. */
  async now(): Promise<T | null> {
    if (this.#last && this.#isFresh(this.#last.at)) return this.#last.value;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return withinLimit(this.#reading, this.#options.limitMs);
  }

  #isFresh(at: number): boolean {
    const { fresh } = this.#options;
    return fresh !== undefined && Math.abs(fresh.clock.now().getTime() - at) < fresh.forMs;
  }

  async #read(): Promise<T> {
    const { em, read, limitMs, fresh } = this.#options;
    const value = await em.fork().transactional(async (transaction) => {
      await transaction.execute(`set local statement_timeout = ${limitMs}`);
      return read(transaction);
    });
    if (fresh) this.#last = { value, at: fresh.clock.now().getTime() };
    return value;
  }
}
