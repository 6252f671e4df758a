import type { Logger } from './logger.ts';

export interface PollingWorkerOptions {
  readonly name: string;
  /** Rest between runs that found nothing to do. */
  readonly intervalMs: number;
  /** One round of work; answers whether there is more to do at once. Must stop soon after the signal. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  readonly logger: Logger;
}

const MAX_BACK_OFF_MS = 60_000;

/**
 * Runs one round of work after another: at once while there is more, else after the interval or a wake-up call. A round
 * that throws is logged and tried again with growing pauses, so that no failure ends the worker.
 */
export class PollingWorker {
  readonly name: string;
  readonly #options: PollingWorkerOptions;
  readonly #logger: Logger;
  #abort = new AbortController();
  #loop: Promise<void> | null = null;
  #wake: () => void = () => {};
  #woken = false;

  constructor(options: PollingWorkerOptions) {
    this.name = options.name;
    this.#options = options;
    this.#logger = options.logger.child({ worker: options.name });
  }

  start(): void {
    if (this.#loop) return;
    this.#abort = new AbortController();
    this.#loop = this.#work(this.#abort.signal);
  }

  /** Cuts the rest short: there is something to do. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Ends after the round that is under way. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#loop;
    this.#loop = null;
  }

  async #work(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      this.#woken = false;
      const restMs = await this.#round(signal).then(
        (more) => {
          failures = 0;
          return more ? 0 : this.#options.intervalMs;
        },
        (error: unknown) => {
          failures += 1;
          if (!signal.aborted) this.#logger.error({ err: error, failures }, 'round failed');
          const longest = Math.max(this.#options.intervalMs, MAX_BACK_OFF_MS);
          return Math.min(this.#options.intervalMs * 2 ** Math.min(failures - 1, 10), longest);
        },
      );
      if (failures > 0 || !this.#woken) await this.#rest(restMs, signal);
    }
  }

  async #round(signal: AbortSignal): Promise<boolean> {
    return this.#options.run(signal);
  }

  #rest(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
    });
  }
}
