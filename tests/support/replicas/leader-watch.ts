import { setInterval as ticks } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Replica } from './replica.ts';

const EVERY_MS = 200;
/** One that stands still does not answer; the others are not to wait for it. */
const WITHIN_MS = 400;

/** Asks all replicas at once and all the time who leads. */
export class LeaderWatch {
  /** The names of those who said so at one moment, wherever it was more than one. */
  readonly overlaps: string[] = [];
  readonly #replicas: readonly Replica[];
  readonly #abort = new AbortController();
  readonly #loop: Promise<void>;

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
    this.#loop = this.#watch();
  }

  /** The one that leads, as soon as one of these does, and when it said so. */
  async leader(among = this.#replicas): Promise<{ readonly replica: Replica; readonly at: number }> {
    return vi.waitFor(
      async () => {
        for (const replica of among) if (await replica.leads(WITHIN_MS)) return { replica, at: performance.now() };
        throw new Error('nobody leads');
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#loop;
  }

  async #watch(): Promise<void> {
    for await (const _ of ticks(EVERY_MS)) {
      if (this.#abort.signal.aborted) return;
      const said = await Promise.all(this.#replicas.map((replica) => replica.leads(WITHIN_MS)));
      const leading = this.#replicas.filter((_, index) => said[index]).map(({ name }) => name);
      if (leading.length > 1) this.overlaps.push(leading.join(' and '));
    }
  }
}
