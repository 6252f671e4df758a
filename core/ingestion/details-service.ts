import type { AdAddress } from '../ads/ad-gone.ts';
import type { AdService } from '../ads/ad-service.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type AdPage, type AdSource, SourceError, type Urgency } from './ad-source.ts';
import { readableAdPage } from './storable-ad.ts';

export interface DetailsServiceDeps {
  readonly clock: Clock;
  readonly ads: AdService;
  readonly logger: Logger;
  /** `news` completes ads that somebody waits for; `backlog`, those of the baseline, whenever nothing else is asked. */
  readonly urgency: Urgency;
}

/** The first pauses leave an ad all its tries within the time that its event waits. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const REFUSED_PAUSE_MS = 30_000;
/** One ad whose page is like no other says nothing of the source. */
const UNREADABLE_ADS = 3;

/** Completes new ads from their own pages and releases their events. */
export class DetailsService {
  readonly #clock: Clock;
  readonly #ads: AdService;
  readonly #logger: Logger;
  readonly #urgency: Urgency;
  /** Failures in a row and the pause they brought: an outage must not use up the tries of many ads. */
  #failures = 0;
  #pausedUntil = 0;
  /**
   * Ads that may not be asked for, and until when older ones are not asked for either: a site that refuses everything
   * must not use up the request budget, and one refused ad must not keep the others waiting for ever.
   */
  readonly #refused = new Set<number>();
  #refusedUntil = 0;
  /** Ads whose pages were not understood since one was, as many as it takes to judge, and when that began. */
  readonly #unreadable = new Set<number>();
  #firstUnreadableAt: Date | null = null;

  constructor({ clock, ads, logger, urgency }: DetailsServiceDeps) {
    this.#clock = clock;
    this.#ads = ads;
    this.#logger = logger.child({ area: 'details' });
    this.#urgency = urgency;
  }

  /** Since when the pages of several ads, one after the other, were not understood; null: the last one was. */
  get unreadableSince(): Date | null {
    return this.#unreadable.size < UNREADABLE_ADS ? null : this.#firstUnreadableAt;
  }

  /**
   * Reads the page of one ad; for news, it first releases what has waited long enough, also without a source. Answers
   * whether more ads can be read at once. Failures of the source are counted and logged here and end in a pause, so that
   * releasing goes on; other errors are thrown.
   */
  async completeOnce(source: AdSource | null, signal: AbortSignal): Promise<boolean> {
    if (this.#urgency === 'news') await this.#ads.releaseDue();
    if (!source || this.#clock.now().getTime() < this.#pausedUntil) return false;
    const [ad, ...others] = await this.#nextAds(source.id);
    if (!ad || this.#isHeldBack(ad)) return false;
    const page = await this.#fetchAd(source, ad, signal);
    if (!page) return false;
    await this.#ads.storeDetails(ad.id, page.state === 'gone' ? 'gone' : page.details);
    this.#failures = 0;
    this.#unreadable.clear();
    this.#firstUnreadableAt = null;
    return others.length > 0;
  }

  async #nextAds(sourceId: string): Promise<AdAddress[]> {
    const from = this.#urgency === 'news' ? 'news' : 'baseline';
    const ads = await this.#ads.waitingForDetails(sourceId, { from, limit: 2, except: this.#refused });
    if (ads.length > 0 || this.#isRefusedPause() || this.#refused.size === 0) return ads;
    this.#refused.clear();
    return this.#ads.waitingForDetails(sourceId, { from, limit: 2, except: [] });
  }

  /** An ad that came since the refusal is asked for at once. */
  #isHeldBack({ id }: AdAddress): boolean {
    return this.#isRefusedPause() && id < Math.max(...this.#refused);
  }

  #isRefusedPause(): boolean {
    return this.#clock.now().getTime() < this.#refusedUntil;
  }

  /** `null`: the page could not be read, or may not be asked for now. */
  async #fetchAd(source: AdSource, { id, url }: AdAddress, signal: AbortSignal): Promise<AdPage | null> {
    try {
      return readableAdPage(await source.fetchAd(url, signal, this.#urgency));
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof SourceError ? error.failure : null;
      if (failure === 'refused') {
        this.#refused.add(id);
        this.#refusedUntil = this.#clock.now().getTime() + REFUSED_PAUSE_MS;
        return null;
      }
      await this.#ads.failDetails(id);
      this.#pause();
      if (failure === null) throw error;
      const note = { err: error, source: source.id, adId: id };
      if (failure === 'layout') this.#noteUnreadable(id, note);
      else this.#logger.warn(note, 'ad page not read');
      return null;
    }
  }

  #noteUnreadable(id: number, note: object): void {
    this.#firstUnreadableAt ??= this.#clock.now();
    if (this.#unreadable.size < UNREADABLE_ADS) this.#unreadable.add(id);
    this.#logger.error({ ...note, alarm: 'source.layout' }, 'the ad page was not understood');
  }

  #pause(): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#pausedUntil = this.#clock.now().getTime() + pause;
  }
}
