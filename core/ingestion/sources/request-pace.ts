import type { Clock } from '../../clock.ts';
import { SourceError, type Urgency } from '../ad-source.ts';

export interface RequestPaceOptions {
  /** Least pause between the end of a request and the next. */
  readonly delayMs: number;
  readonly budgetPerHour: number;
  readonly clock: Clock;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;
/** So much of the budget the backlog may use: the rest is for news. */
const BACKLOG_SHARE = 0.5;
/** A site that says "too many" without saying how long to wait is left alone for this time. */
const DEFAULT_HOLD_MS = 60 * 1000;

/** When the next request to a site may go: the pause after the last one, the hourly budget, the site's own wish. */
export class RequestPace {
  readonly #options: RequestPaceOptions;
  #lastAt = Number.NEGATIVE_INFINITY;
  #holdUntil = 0;
  #hour = { startedAt: 0, requests: 0 };

  constructor(options: RequestPaceOptions) {
    this.#options = options;
  }

  /** Waits for the turn of one request. Throws `SourceError` when the budget is used up or the site asked to wait. */
  async take(signal: AbortSignal, urgency: Urgency, crawlDelayMs = 0): Promise<void> {
    signal.throwIfAborted();
    const now = this.#now();
    if (now < this.#holdUntil) {
      throw new SourceError('unavailable', `the site asked to wait until ${new Date(this.#holdUntil).toISOString()}`);
    }
    this.#spend(now, urgency);
    await this.rest(signal, crawlDelayMs);
  }

  /** Waits out the pause after the last request without asking for anything. */
  async rest(signal: AbortSignal, crawlDelayMs = 0): Promise<void> {
    const waitMs = this.restMs(crawlDelayMs);
    if (waitMs > 0) await this.#options.sleep(waitMs, signal);
  }

  /** What is left of the pause after the last request. */
  restMs(crawlDelayMs = 0): number {
    const pauseMs = Math.max(this.#options.delayMs, crawlDelayMs);
    // A clock that was set back must not stretch the pause.
    return Math.min(this.#lastAt + pauseMs - this.#now(), pauseMs);
  }

  /** The request is over, with or without an answer. */
  done(): void {
    this.#lastAt = this.#now();
  }

  /** Keeps every request back for as long as a Retry-After header says (seconds or a date), an hour at most. */
  hold(retryAfter: string | undefined): void {
    const now = this.#now();
    const text = retryAfter ?? '';
    const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
    this.#holdUntil = now + Math.min(Math.max(Number.isNaN(ms) ? DEFAULT_HOLD_MS : ms, 0), HOUR_MS);
  }

  #spend(now: number, urgency: Urgency): void {
    if (Math.abs(now - this.#hour.startedAt) >= HOUR_MS) this.#hour = { startedAt: now, requests: 0 };
    const budget = this.#options.budgetPerHour * (urgency === 'backlog' ? BACKLOG_SHARE : 1);
    if (this.#hour.requests >= budget) {
      throw new SourceError('refused', `the budget of ${budget} requests an hour is used up`);
    }
    this.#hour.requests += 1;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
