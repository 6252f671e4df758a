import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdService } from '../ads/ad-service.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type AdSource, type ListPage, SourceError } from './ad-source.ts';
import { fetchList, noteFailure } from './fetch-list.ts';
import { IngestionTally } from './ingestion-tally.ts';
import { settleMissing } from './missing-ads.ts';
import { addToRun, endPasses, isPassCutShort, NO_COUNTS, type Run, type RunCounts, sumCounts } from './run-log.ts';
import { holdingSource, inTransaction, isUntouched, readState, type StoredAt } from './source-state.ts';
import { storablePage } from './storable-ad.ts';
import { storeListPage } from './store-list-page.ts';
import { advanceSweep, continueSweep, isSweepDue } from './sweep.ts';

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

/**
 * Reads the lists of a source into the store. The first sweep is the baseline and makes no event; after it, every poll
 * reads the newest pages, and once a day a sweep goes through all of them, a few pages a poll.
 */
export class IngestionService {
  /** What was read and stored of the sources that are polled. */
  readonly tally = new IngestionTally();
  readonly #deps: Pick<IngestionServiceDeps, 'em' | 'clock' | 'ads' | 'logger'> & { readonly tally: IngestionTally };
  readonly #newestPages: number;
  readonly #sweepPages: number;

  constructor({ em, clock, ads, logger, newestPages = 5, sweepPages = 5 }: IngestionServiceDeps) {
    this.#deps = { em, clock, ads, logger: logger.child({ area: 'ingestion' }), tally: this.tally };
    this.#newestPages = newestPages;
    this.#sweepPages = sweepPages;
  }

  /**
   * One poll: the newest pages, then the next ones of a sweep that is under way. Answers whether there is more to do at
   * once. Throws what the source throws, after noting it, but for `refused`: the request budget ends a poll quietly.
   */
  async ingestOnce(source: AdSource, signal: AbortSignal): Promise<boolean> {
    const { em, ads, logger } = this.#deps;
    await em.execute('insert into sources (id) values (?) on conflict do nothing', [source.id]);
    const { baselineCompletedAt, lastSuccessAt } = await readState(em, source.id);
    if (baselineCompletedAt) await this.#readNewest(source, lastSuccessAt, signal);
    const sweeping = await continueSweep(this.#deps, source, { pages: this.#sweepPages, signal });
    if (sweeping) return true;
    return settleMissing({ source, ads, logger, limit: this.#sweepPages, signal });
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
    const run: Run = { id: null, source: sourceId, kind, startedAt: this.#deps.clock.now() };
    const events = baseline ? 'none' : 'released';
    let total = NO_COUNTS;
    let previous: ListPage | null = null;
    try {
      for await (const given of pages) {
        const page = storablePage(given);
        const counts = await inTransaction(this.#deps.em, async (em) => {
          const found = await storeListPage(this.#deps, em, page, { run, previous, events });
          await addToRun(em, run, found, this.#deps.clock.now());
          return found;
        });
        total = sumCounts(total, counts);
        previous = page;
      }
    } catch (error) {
      if (error instanceof SourceError) await noteFailure(this.#deps, run, error);
      throw error;
    }
    return total;
  }

  /**
   * The newest pages, down to the first that holds nothing new. Its first page opens a sweep that is due. After a pass
   * that was cut short it reads on past such a page, as the news it did not get to stands below.
   */
  async #readNewest(source: AdSource, lastSuccessAt: StoredAt, signal: AbortSignal): Promise<void> {
    const { em, clock, logger } = this.#deps;
    const run: Run = { id: null, source: source.id, kind: 'incremental', startedAt: clock.now() };
    const cutShort = await isPassCutShort(em, source.id);
    let total = NO_COUNTS;
    let cursor: string | null = null;
    let previous: ListPage | null = null;
    let storedAt = lastSuccessAt;
    for (let read = 0; read < this.#newestPages; read++) {
      const page: ListPage | null = signal.aborted
        ? null
        : await fetchList(this.#deps, source, { cursor, run, signal });
      if (!page) return;
      const stored = await this.#storeNewest(run, page, { previous, storedAt });
      if (!stored) return;
      const { counts } = stored;
      storedAt = stored.at;
      total = sumCounts(total, counts);
      if (page.next === null || (counts.stored === 0 && !cutShort)) break;
      cursor = page.next;
      previous = page;
    }
    if (cutShort || run.id !== null) await endPasses(em, source.id, clock.now());
    if (total.stored > 0) logger.info({ source: source.id, counts: total }, 'newest ads read');
  }

  /** Answers null where another process has stored pages since this one was asked for: they may be newer. */
  async #storeNewest(
    run: Run,
    page: ListPage,
    { previous, storedAt }: { readonly previous: ListPage | null; readonly storedAt: StoredAt },
  ): Promise<{ readonly counts: RunCounts; readonly at: StoredAt } | null> {
    const stored = await holdingSource(this.#deps, run.source, async (em, state) => {
      if (!isUntouched(state, storedAt)) return null;
      state.lastSuccessAt = this.#deps.clock.now();
      if (page.notModified) return { counts: NO_COUNTS, at: state.lastSuccessAt };
      const counts = await storeListPage(this.#deps, em, page, { run, previous, events: 'held' });
      if (counts.stored > 0) await addToRun(em, run, counts, null);
      if (!previous && isSweepDue(state, run.startedAt)) {
        const sweep: Run = { ...run, id: null, kind: 'sweep' };
        await advanceSweep(this.#deps, em, state, { sweep, page, counts });
      }
      return { counts, at: state.lastSuccessAt };
    });
    if (stored) this.tally.add(run.source, stored.counts);
    return stored;
  }
}
