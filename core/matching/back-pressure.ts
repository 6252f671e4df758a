import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Outbox } from '../notifications/outbox.ts';

/** As many as 30 messages a second take two hours for; what is stored on top of them still goes out within its day. */
const WAITING_AT_MOST = 200_000;
/** The matcher goes on when so much of it has gone, so that it does not ask before every batch. */
const GOES_ON_AT = 0.9;
/** What was put off may have become due since the last count. */
const COUNTED_FOR_MS = 60_000;

interface BackPressureDeps {
  readonly outbox: Pick<Outbox, 'countWaiting'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limit?: number;
}

/**
 * Holds the matcher back while the outbox is long: alerts that nobody can send in time would only fill the table, and a
 * batch of events that is left unmatched is small. Nothing is lost: events wait, oldest first, and are matched with the
 * filters that count for them by their release.
 *
 * It cannot hold for ever, so fresh events do not starve behind rows that nobody will send. Only rows that are due and
 * fresh count: a digest or quiet hours are no jam; who cannot be reached gets no rows, and loses those that wait; and
 * where nothing sends at all, with the bot off or its token refused, every row ceases to be fresh within a day. Nor do
 * they starve where ever more is found than can be sent: an alert is as fresh as its event, so one that
 * is found a day later is not fresh when it is stored, and does not count.
 *
 * The table is counted once a minute, and where what was counted last and what was stored since could have filled it.
 */
export class BackPressure {
  readonly #outbox: Pick<Outbox, 'countWaiting'>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #limit: number;
  #isOn = false;
  /** When the table was last counted, what waited, and what was stored since. */
  #countedAt = Number.NEGATIVE_INFINITY;
  #waiting = 0;

  constructor({ outbox, clock, logger, limit = WAITING_AT_MOST }: BackPressureDeps) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#logger = logger;
    this.#limit = limit;
  }

  /** Whether the matcher was held back when it last asked. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** So many rows were stored. */
  stored(rows: number): void {
    this.#waiting += rows;
  }

  /** Whether the matcher is to leave the next events where they are. */
  async holds(): Promise<boolean> {
    const now = this.#clock.now().getTime();
    const isKnown = Math.abs(now - this.#countedAt) < COUNTED_FOR_MS;
    if (!this.#isOn && isKnown && this.#waiting < this.#limit) return false;
    this.#countedAt = now;
    this.#waiting = await this.#outbox.countWaiting(this.#limit);
    const isOn = this.#waiting >= this.#limit * (this.#isOn ? GOES_ON_AT : 1);
    if (isOn && !this.#isOn) this.#logger.warn({ waiting: this.#waiting }, 'the outbox is long: matching waits');
    if (!isOn && this.#isOn) this.#logger.info({ waiting: this.#waiting }, 'matching goes on');
    this.#isOn = isOn;
    return isOn;
  }
}
