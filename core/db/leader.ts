import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const PING_MS = 2_000;
/** The server ends the session of a leader that is stopped or cut off, and with it the lock. */
const IDLE_SESSION_MS = 6_000;
const ANSWER_WITHIN_MS = 4_000;

export interface LeaderOptions {
  readonly url: string;
  readonly logger: Logger;
  /** This process is the leader from now on. */
  readonly gained: () => void;
  /** Somebody else may be the leader from now on. */
  readonly lost: () => Promise<void>;
  /** A wake-up call for the worker of that name; may be missed. */
  readonly wake: (worker: string) => void;
}

/**
 * Stands for leader: the one process that polls, ingests, matches and sends. The lock lives on a connection of its own
 * that is pinged, so it is given up within seconds by a process that died, was stopped or lost its network. It saves
 * work; correctness rests on keys, claims and leases.
 */
export class Leader {
  readonly #options: LeaderOptions;
  #abort = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #leading = false;
  /** When the question was asked that was answered last, by the clock of `performance.now()`. */
  #heardAt = 0;

  constructor(options: LeaderOptions) {
    this.#options = options;
  }

  /** Never true of two processes: one that stood still knows it before it has heard that its lock went. */
  get leading(): boolean {
    return this.#leading && performance.now() - this.#heardAt < IDLE_SESSION_MS;
  }

  start(): void {
    this.#abort = new AbortController();
    this.#loop = this.#stand(this.#abort.signal);
  }

  /** Gives the lock up; the caller has stopped its duties before. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#loop;
  }

  async #stand(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#session(signal);
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'the connection of the leader broke');
      }
      await rest(signal);
    }
  }

  /** One connection: asks for the lock until it has it, then keeps it alive. Ends when the connection does. */
  async #session(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
    });
    const broken = new AbortController();
    client.on('error', (error) => broken.abort(error));
    const ended = AbortSignal.any([signal, broken.signal]);
    client.on('notification', ({ payload }) => this.#options.wake(payload ?? ''));
    await client.connect();
    try {
      while (!signal.aborted) {
        const askedAt = performance.now();
        await (this.#leading ? client.query('select 1') : this.#askFor(client, askedAt));
        this.#heardAt = askedAt;
        await rest(ended);
        broken.signal.throwIfAborted();
      }
    } finally {
      await this.#giveUp(client, signal);
    }
  }

  /** Says so first: as soon as the connection ends, another process may lead. */
  async #giveUp(client: pg.Client, signal: AbortSignal): Promise<void> {
    const led = this.#leading;
    this.#leading = false;
    await client.end().catch(() => {});
    if (led && !signal.aborted) await this.#options.lost();
  }

  async #askFor(client: pg.Client, askedAt: number): Promise<void> {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ADVISORY_LOCKS.leader]);
    if (!rows[0]?.mine) return;
    await client.query('listen vanags_wake');
    this.#leading = true;
    this.#heardAt = askedAt;
    this.#options.logger.info('this process leads');
    this.#options.gained();
  }
}

/** Waits for the next ping; ends at once at the signal. */
async function rest(signal: AbortSignal): Promise<void> {
  await wait(PING_MS, undefined, { signal }).catch(() => {});
}
