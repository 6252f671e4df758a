import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { type ClaimedEvent, claimEvents } from './ad-event-claim.ts';
import { type AlertCheck, type AlertKey, checkAlerts } from './alert-check.ts';
import { BackPressure } from './back-pressure.ts';
import { absorbIntoWaiting } from './earlier-alerts.ts';
import { planBatch } from './event-batch.ts';
import { FilterChanges, readLogState } from './filter-changes.ts';
import { countMissedAds } from './missed-ads.ts';

const BATCH_SIZE = 50;
const MAX_ATTEMPTS = 10;
/** Serialization failure and deadlock: both occur when two matchers overlap, or one meets delivery. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

interface MatchingDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outbox: Pick<Outbox, 'enqueueAlerts' | 'countWaiting'>;
  /** Rows that wait to be sent at which matching waits, too; without it, what `BackPressure` says. */
  readonly waitingAtMost?: number;
  /** Called at the named places, where a test may end the process. */
  readonly crashPoint?: (name: 'before_commit' | 'after_commit') => void | Promise<void>;
}

export interface MatchingState {
  /** In the index, which grows while it is built. */
  readonly filters: number;
  /** Of the change log, up to which the index is built; 0 while it is cold. */
  readonly revision: number;
  readonly isHeldBack: boolean;
}

/** Turns released ad events into alerts for the users whose filters match. */
export class MatchingService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #outbox: Pick<Outbox, 'enqueueAlerts'>;
  readonly #crashPoint: NonNullable<MatchingDeps['crashPoint']>;
  readonly #pressure: BackPressure;
  readonly #changes = new FilterChanges();
  #matches = 0;
  /** Ends when the runs called so far have ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: MatchingDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#logger = deps.logger.child({ area: 'matching' });
    this.#outbox = deps.outbox;
    this.#crashPoint = deps.crashPoint ?? (() => {});
    const { outbox, waitingAtMost } = deps;
    this.#pressure = new BackPressure({
      outbox,
      clock: deps.clock,
      logger: this.#logger,
      ...(waitingAtMost === undefined ? {} : { limit: waitingAtMost }),
    });
  }

  /** What this process knows of the filters, and whether it lets events wait as the outbox is long. */
  get state(): MatchingState {
    return { filters: this.#changes.index.size, revision: this.#changes.revision, isHeldBack: this.#pressure.isOn };
  }

  /** How many alerts this process has stored since it started. */
  get matches(): number {
    return this.#matches;
  }

  /**
   * Builds the index, or brings a standby's up to date, so that the first match does not wait for it; costs one small
   * query where nothing has changed. A build that is under way ends at the signal, and begins anew the next time.
   */
  async keepWarm(signal?: AbortSignal): Promise<void> {
    await this.#inTurn(() => this.#catchUp(signal));
    // Outside the turn: whoever matches does not wait for it.
    if (this.#changes.isTrimDue) await this.#changes.trim(this.#em);
  }

  /**
   * Matches the next released events in one transaction; whatever happens to it, every event ends up matched exactly
   * once. It waits until the index is warm, and lets the events wait while the outbox is long.
   * @returns whether more may wait.
   */
  matchOnce(signal?: AbortSignal): Promise<boolean> {
    return this.#inTurn(async () => {
      signal?.throwIfAborted();
      if (!this.#changes.isWarm) await this.#catchUp(signal);
      if (await this.#pressure.holds()) return false;
      const { events, alerts } = await this.#inSnapshot((em) => this.#matchNext(em, signal));
      this.#matches += alerts;
      if (events.length > 0) await this.#crashPoint('after_commit');
      return events.length === BATCH_SIZE || events.some((event) => event.followed);
    });
  }

  /** Whether alerts still hold, in the order given: asked when they are taken for sending. */
  stillMatches(em: EntityManager, alerts: readonly AlertKey[]): Promise<AlertCheck[]> {
    return checkAlerts(em, alerts);
  }

  /** How many ads came out after `from`, up to and at `to`, that the user's active filters match. */
  countMissed(userId: number, from: Date, to: Date): Promise<number> {
    return countMissedAds(this.#em, userId, from, to);
  }

  async #matchNext(
    em: EntityManager,
    signal?: AbortSignal,
  ): Promise<{ readonly events: readonly ClaimedEvent[]; readonly alerts: number }> {
    const now = this.#clock.now();
    const { events, log } = await claimEvents(em, BATCH_SIZE, now);
    if (log === null) return { events, alerts: 0 };
    await this.#changes.applyThrough(em, log, signal);
    const { alerts, absorptions } = await planBatch(em, events, this.#changes, now);
    const stored = await this.#outbox.enqueueAlerts(em, alerts);
    await absorbIntoWaiting(em, absorptions);
    this.#pressure.stored(stored);
    this.#logger.info({ events: events.length, alerts: stored, absorbed: absorptions.length }, 'events matched');
    await this.#crashPoint('before_commit');
    return { events, alerts: stored };
  }

  async #catchUp(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#changes.isWarm && (await readLogState(this.#em)).revision === this.#changes.revision) return;
    await this.#inSnapshot((em) => this.#changes.apply(em, signal));
  }

  /** The index moves with the snapshot of the run that reads the changes, so runs must not overlap. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(run);
    // The caller gets the error; the next run has nothing to do with it.
    this.#turn = result.catch(() => {});
    return result;
  }

  async #inSnapshot<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#em.transactional(work, { isolationLevel: IsolationLevel.REPEATABLE_READ });
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
        this.#logger.debug({ attempt }, 'met another transaction, once more');
      }
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.has(error.code);
}
