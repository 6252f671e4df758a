import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageContext } from '../ads/ad-page.ts';
import type { AdService } from '../ads/ad-service.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type AdSource, type ListPage, SourceError } from './ad-source.ts';
import { IngestionTally } from './ingestion-tally.ts';
import { settleMissing } from './missing-ads.ts';
import {
  addFailure,
  addToRun,
  dropOldRuns,
  endPasses,
  isPassCutShort,
  NO_COUNTS,
  type Run,
  type RunCounts,
  sumCounts,
} from './run-log.ts';
import { Source } from './source.entity.ts';
import { readablePage, storablePage } from './storable-ad.ts';

export interface IngestionServiceDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly ads: AdService;
  readonly logger: Logger;
  /** Pages an incremental pass reads at most. */
  readonly newestPages?: number;
  /** Pages of a sweep, or pages of missing ads, that are read between two incremental passes. */
  readonly sweepPages?: number;
}

const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;
const LOGGED_ROWS = 20;

/**
 * Reads the lists of a source into the store. The first sweep is the baseline and makes no event; after it, every poll
 * reads the newest pages, and once a day a sweep goes through all of them, a few pages a poll.
 */
export class IngestionService {
  /** What was read and stored of the sources that are polled. */
  readonly tally = new IngestionTally();
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #ads: AdService;
  readonly #logger: Logger;
  readonly #newestPages: number;
  readonly #sweepPages: number;

  constructor({ em, clock, ads, logger, newestPages = 5, sweepPages = 5 }: IngestionServiceDeps) {
    this.#em = em;
    this.#clock = clock;
    this.#ads = ads;
    this.#logger = logger.child({ area: 'ingestion' });
    this.#newestPages = newestPages;
    this.#sweepPages = sweepPages;
  }

  /**
   * One poll: the newest pages, then the next ones of a sweep that is under way. Answers whether there is more to do at
   * once. Throws what the source throws, after noting it, but for `refused`: the request budget ends a poll quietly.
   */
  async ingestOnce(source: AdSource, signal: AbortSignal): Promise<boolean> {
    await this.#em.execute('insert into sources (id) values (?) on conflict do nothing', [source.id]);
    const { baselineCompletedAt } = await this.#state(this.#em, source.id);
    if (baselineCompletedAt) await this.#readNewest(source, signal);
    const sweeping = await this.#continueSweep(source, signal);
    if (sweeping) return true;
    return settleMissing({ source, ads: this.#ads, logger: this.#logger, limit: this.#sweepPages, signal });
  }

  /**
   * Stores pages that are at hand, as one run and without a network: what they show for the first time is new and
   * released to matching at once, unless they are a baseline.
   */
  async importPages(
    sourceId: string,
    kind: 'replay' | 'import',
    pages: AsyncIterable<ListPage>,
    { baseline }: { baseline: boolean },
  ): Promise<RunCounts> {
    const run: Run = { id: null, source: sourceId, kind, startedAt: this.#clock.now() };
    let total = NO_COUNTS;
    let previous: ListPage | null = null;
    try {
      for await (const given of pages) {
        const page = storablePage(given);
        const counts = await this.#transaction(async (em) => {
          const events = baseline ? 'none' : 'released';
          const found = await this.#storePage(em, run, page, { previous, events });
          await addToRun(em, run, found, this.#clock.now());
          return found;
        });
        total = sumCounts(total, counts);
        previous = page;
      }
    } catch (error) {
      if (error instanceof SourceError) await this.#noteFailure(run, error);
      throw error;
    }
    return total;
  }

  /**
   * The newest pages, down to the first that holds nothing new. Its first page opens a sweep that is due. After a pass
   * that was cut short it reads on past such a page, as the news it did not get to stands below.
   */
  async #readNewest(source: AdSource, signal: AbortSignal): Promise<void> {
    const run: Run = { id: null, source: source.id, kind: 'incremental', startedAt: this.#clock.now() };
    const cutShort = await isPassCutShort(this.#em, source.id);
    let total = NO_COUNTS;
    let cursor: string | null = null;
    let previous: ListPage | null = null;
    for (let read = 0; read < this.#newestPages; read++) {
      const page: ListPage | null = signal.aborted ? null : await this.#fetchList(source, cursor, run, signal);
      if (!page) return;
      const counts = await this.#storeNewest(run, page, previous);
      total = sumCounts(total, counts);
      if (page.next === null || (counts.stored === 0 && !cutShort)) break;
      cursor = page.next;
      previous = page;
    }
    if (cutShort || run.id !== null) await endPasses(this.#em, source.id, this.#clock.now());
    if (total.stored > 0) this.#logger.info({ source: source.id, counts: total }, 'newest ads read');
  }

  async #storeNewest(run: Run, page: ListPage, previous: ListPage | null): Promise<RunCounts> {
    const stored = await this.#transaction(async (em) => {
      const state = await this.#lockedState(em, run.source);
      state.lastSuccessAt = this.#clock.now();
      if (page.notModified) return NO_COUNTS;
      const counts = await this.#storePage(em, run, page, { previous, events: 'held' });
      if (counts.stored > 0) await addToRun(em, run, counts, null);
      if (!previous && isSweepDue(state, run.startedAt)) {
        await this.#advanceSweep(em, state, { ...run, id: null, kind: 'sweep' }, { page, counts });
      }
      return counts;
    });
    this.tally.add(run.source, stored);
    return stored;
  }

  async #continueSweep(source: AdSource, signal: AbortSignal): Promise<boolean> {
    for (let read = 0; read < this.#sweepPages; read++) {
      const state = await this.#state(this.#em, source.id);
      const isSweeping = state.sweepStartedAt || !state.baselineCompletedAt;
      if (!isSweeping || !(await this.#sweepPage(source, state, signal))) return false;
      if (signal.aborted) break;
    }
    return true;
  }

  /** Reads the page at the sweep's cursor; answers whether the sweep goes on at once. */
  async #sweepPage(source: AdSource, seen: Source, signal: AbortSignal): Promise<boolean> {
    const { cursor = null, sweepStartedAt } = seen;
    const startedAt = sweepStartedAt ?? this.#clock.now();
    const run: Run = { id: null, source: source.id, kind: 'sweep', startedAt };
    const page = await this.#fetchList(source, cursor, run, signal);
    if (!page || page.notModified) return false;
    const stored = await this.#transaction(async (em) => {
      const state = await this.#lockedState(em, source.id);
      const isMoved = state.cursor !== cursor || state.sweepStartedAt?.getTime() !== sweepStartedAt?.getTime();
      if (isMoved) return null;
      const events = state.baselineCompletedAt ? 'held' : 'none';
      const counts = await this.#storePage(em, run, page, { previous: null, events });
      await this.#advanceSweep(em, state, run, { page, counts });
      return counts;
    });
    if (stored) this.tally.add(source.id, stored);
    return stored === null || page.next !== null;
  }

  /** Moves the cursor past a page that was stored in the same transaction; past the last one the sweep is complete. */
  async #advanceSweep(
    em: EntityManager,
    state: Source,
    sweep: Run,
    { page, counts }: { page: ListPage; counts: RunCounts },
  ): Promise<void> {
    const now = this.#clock.now();
    const isLast = page.next === null;
    state.lastSuccessAt = now;
    state.cursor = page.next;
    state.sweepStartedAt = isLast ? null : sweep.startedAt;
    await addToRun(em, sweep, counts, isLast ? now : null);
    if (!isLast) return;
    state.lastSweepAt = sweep.startedAt;
    state.baselineCompletedAt ??= now;
    await this.#ads.endSweep(em, state.id, sweep.startedAt);
    await dropOldRuns(em, state.id, now);
    this.#logger.info({ source: state.id, startedAt: sweep.startedAt }, 'sweep complete');
  }

  async #storePage(
    em: EntityManager,
    run: Run,
    page: ListPage,
    { previous, events }: { previous: ListPage | null; events: PageContext['events'] },
  ): Promise<RunCounts> {
    const atHand = run.kind === 'replay' || run.kind === 'import';
    // A source that fits on one page is a list in no particular order; so is a file, and a sweep goes by sections.
    const newestFirst =
      run.kind === 'replay' || (run.kind === 'incremental' && (previous !== null || page.next !== null));
    const counts = await this.#ads.storePage(em, run.source, page.ads, {
      authority: run.kind === 'import' ? 'record' : 'list',
      newestFirst,
      events,
      detailsDone: atHand,
      seenAt: run.startedAt,
      previous: new Set(previous?.ads.map((ad) => ad.externalId)),
    });
    if (page.badRows.length > 0)
      this.#logger.warn({ source: run.source, badRows: page.badRows.slice(0, LOGGED_ROWS) }, 'rows skipped');
    const unknownValues = Object.values(page.unknownValues).reduce((sum, count) => sum + count, 0);
    return { ...counts, rows: page.ads.length + page.badRows.length, badRows: page.badRows.length, unknownValues };
  }

  /** `null`: the source may not be asked now. */
  async #fetchList(source: AdSource, cursor: string | null, run: Run, signal: AbortSignal): Promise<ListPage | null> {
    try {
      return readablePage(await source.fetchList(cursor, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      await this.#noteFailure(run, error);
      if (error instanceof SourceError && error.failure === 'refused') return null;
      throw error;
    }
  }

  async #noteFailure(run: Run, error: unknown): Promise<void> {
    const failure = error instanceof SourceError ? error.failure : 'unknown';
    const note = { err: error, source: run.source, kind: run.kind };
    if (failure === 'layout')
      this.#logger.error({ ...note, alarm: 'source.layout' }, 'the layout of the source changed');
    else this.#logger.warn(note, 'source not read');
    const message = error instanceof Error ? error.message : String(error);
    await this.#transaction((em) => addFailure(em, run, `${failure}: ${message}`, this.#clock.now()));
  }

  /** Starts without entities: those of a transaction that failed are not to be written by the next one. */
  #transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.#em.transactional(work, { clear: true });
  }

  #state(em: EntityManager, sourceId: string): Promise<Source> {
    return em.findOneOrFail(Source, sourceId, { refresh: true });
  }

  async #lockedState(em: EntityManager, sourceId: string): Promise<Source> {
    await this.#ads.lock(em, sourceId);
    return this.#state(em, sourceId);
  }
}

function isSweepDue({ sweepStartedAt, lastSweepAt }: Source, now: Date): boolean {
  if (sweepStartedAt) return false;
  return !lastSweepAt || now.getTime() - lastSweepAt.getTime() >= SWEEP_INTERVAL_MS;
}
