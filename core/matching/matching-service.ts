import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { NotFoundError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { freshUntil, type Outbox } from '../notifications/outbox.ts';
import { type ClaimedEvent, claimEvents, markMatched } from './ad-event-claim.ts';
import { type AlertCheck, type AlertKey, checkAlerts } from './alert-check.ts';
import { absorbIntoWaiting } from './earlier-alerts.ts';
import { planBatch } from './event-batch.ts';
import { FilterChanges } from './filter-changes.ts';
import { explainMatch, type FieldCheck } from './matches.ts';
import { countMissedAds } from './missed-ads.ts';
import { readAds } from './stored-ads.ts';
import { readFilters } from './stored-filters.ts';

const BATCH_SIZE = 50;
const MAX_ATTEMPTS = 10;
/** Serialization failure and deadlock: both occur when two matchers overlap, or one meets delivery. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

interface MatchingDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outbox: Pick<Outbox, 'enqueueAlerts'>;
  /** Called at the named places, where a test may end the process. */
  readonly crashPoint?: (name: 'before_commit' | 'after_commit') => void | Promise<void>;
}

/** Turns released ad events into alerts for the users whose filters match. */
export class MatchingService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #outbox: Pick<Outbox, 'enqueueAlerts'>;
  readonly #crashPoint: NonNullable<MatchingDeps['crashPoint']>;
  readonly #changes = new FilterChanges();
  /** Ends when the runs called so far have ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: MatchingDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#logger = deps.logger.child({ area: 'matching' });
    this.#outbox = deps.outbox;
    this.#crashPoint = deps.crashPoint ?? (() => {});
  }

  /** Builds the index, or brings a standby's up to date, so that the first match does not wait for it. */
  warm(): Promise<void> {
    return this.#inTurn(() => this.#inSnapshot((em) => this.#changes.apply(em)));
  }

  /**
   * Matches the next released events in one transaction; whatever happens to it, every event ends up matched exactly
   * once.
   * @returns whether more may wait.
   */
  matchOnce(): Promise<boolean> {
    return this.#inTurn(async () => {
      const events = await this.#inSnapshot((em) => this.#matchNext(em));
      if (events.length > 0) await this.#crashPoint('after_commit');
      if (this.#changes.isTrimDue) await this.#changes.trim(this.#em);
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

  /**
   * Compares a stored filter, active or not, with a stored ad fact by fact; it matches when every check is ok.
   * @throws NotFoundError `filter.notFound` or `ad.notFound`.
   */
  async explain(filterId: number, adId: number): Promise<FieldCheck[]> {
    const [filter] = await readFilters(this.#em, [filterId]);
    if (!filter) throw new NotFoundError('filter.notFound');
    const ad = (await readAds(this.#em, [adId])).get(adId);
    if (!ad) throw new NotFoundError('ad.notFound');
    return explainMatch(filter.criteria, ad.facts);
  }

  async #matchNext(em: EntityManager): Promise<readonly ClaimedEvent[]> {
    await this.#changes.apply(em);
    const events = await claimEvents(em, BATCH_SIZE);
    if (events.length === 0) return events;
    const { alerts, absorptions } = await planBatch(em, events, this.#changes.index);
    const now = this.#clock.now();
    const expiresAt = freshUntil(now);
    const stored = await this.#outbox.enqueueAlerts(
      em,
      alerts.map((alert) => ({ ...alert, dueAt: now, expiresAt })),
    );
    await absorbIntoWaiting(em, absorptions);
    await markMatched(em, events, this.#changes.revision, now);
    this.#logger.info({ events: events.length, alerts: stored, absorbed: absorptions.length }, 'events matched');
    await this.#crashPoint('before_commit');
    return events;
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
