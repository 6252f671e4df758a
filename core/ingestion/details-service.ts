import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdAddress } from '../ads/ad-gone.ts';
import type { AdService } from '../ads/ad-service.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type AdPage, type AdSource, SourceError } from './ad-source.ts';
import { Source } from './source.entity.ts';
import { readableAdPage } from './storable-ad.ts';

export interface DetailsServiceDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly ads: AdService;
  readonly logger: Logger;
}

/** The first pauses leave an ad all its tries within the time that its event waits. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Completes new ads from their own pages and releases their events. */
export class DetailsService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #ads: AdService;
  readonly #logger: Logger;
  /** Failures in a row and the pause they brought: an outage must not use up the tries of many ads. */
  #failures = 0;
  #pausedUntil = 0;

  constructor({ em, clock, ads, logger }: DetailsServiceDeps) {
    this.#em = em;
    this.#clock = clock;
    this.#ads = ads;
    this.#logger = logger.child({ area: 'details' });
  }

  /**
   * Releases what has waited long enough, also without a source, then reads the page of one ad. Answers whether more
   * ads can be read at once. Failures of the source are counted and logged here and end in a pause, so that releasing
   * goes on; other errors are thrown.
   */
  async completeOnce(source: AdSource | null, signal: AbortSignal): Promise<boolean> {
    await this.#ads.releaseDue();
    if (!source || this.#clock.now().getTime() < this.#pausedUntil) return false;
    if (await this.#isBaselineUnderWay(source.id)) return false;
    const [ad, ...others] = await this.#ads.waitingForDetails(source.id, 2);
    if (!ad) return false;
    const page = await this.#fetchAd(source, ad, signal);
    if (!page) return false;
    await this.#ads.storeDetails(ad.id, page.state === 'gone' ? 'gone' : page.details);
    this.#failures = 0;
    return others.length > 0;
  }

  /** The first sweep has the request budget for itself; no event waits for its ads. */
  async #isBaselineUnderWay(sourceId: string): Promise<boolean> {
    return (await this.#em.count(Source, { id: sourceId, baselineCompletedAt: null })) > 0;
  }

  /** `null`: the page could not be read, or may not be asked for now. */
  async #fetchAd(source: AdSource, { id, url }: AdAddress, signal: AbortSignal): Promise<AdPage | null> {
    try {
      return readableAdPage(await source.fetchAd(url, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof SourceError ? error.failure : null;
      if (failure === 'refused') return null;
      await this.#ads.failDetails(id);
      this.#pause();
      if (failure === null) throw error;
      const note = { err: error, source: source.id, adId: id };
      if (failure === 'layout')
        this.#logger.error({ ...note, alarm: 'source.layout' }, 'the ad page was not understood');
      else this.#logger.warn(note, 'ad page not read');
      return null;
    }
  }

  #pause(): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#pausedUntil = this.#clock.now().getTime() + pause;
  }
}
