import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { HistogramResponse } from '../contracts/filter-answers.ts';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import type { KnownPrice } from './ad-prices.ts';
import { priceDistribution, yearDistribution } from './distribution.ts';
import { type ListedAd, readListedAds } from './listed-ads.ts';
import type { Since } from './market-columns.ts';
import { MarketMirror } from './market-mirror.ts';
import { marketQuery } from './market-query.ts';

const SAMPLE_SIZE = 10;
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
/** An ad that nobody has renewed for so long is not looked at any more. */
const SEARCHABLE_S = 60 * DAY_S;
const RATE_WEEKS = 4;

/** What a filter would find. */
export interface Preview {
  /** Ads on the market now. */
  readonly matching: number;
  /** Ads posted a week, by those of the last four; one decimal below ten. null: the store is younger than a week. */
  readonly perWeek: number | null;
  /** The newest of the matching ads, with their prices, the oldest price first. */
  readonly sample: readonly { readonly ad: ListedAd; readonly prices: readonly KnownPrice[] }[];
}

/** The forward direction: which of the stored ads a filter would match. Only reads. */
export class AdSearch {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #mirror: MarketMirror;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#mirror = new MarketMirror({ em: deps.em, since: () => since(this.#now()) });
  }

  /**
   * Loads the market into memory, or brings it up to date, so that nobody who asks waits for it; and forgets what has
   * grown too old. To be called at the start, and now and then.
   */
  async warm(): Promise<void> {
    await this.#mirror.current();
    this.#mirror.tidy();
  }

  async preview(criteria: FilterCriteria): Promise<Preview> {
    const { columns, oldest } = await this.#mirror.current();
    const now = this.#now();
    const { onMarket, posted, newest } = columns.find(marketQuery(criteria), since(now), SAMPLE_SIZE);
    const isYoung = oldest === null || now - oldest < WEEK_S;
    return {
      matching: onMarket,
      perWeek: isYoung ? null : weeklyRate(posted),
      sample: await readListedAds(this.#em, newest),
    };
  }

  /** How prices and years are spread over the ads that the filter would match without its ranges of these two. */
  async histogram(criteria: FilterCriteria): Promise<HistogramResponse> {
    const { columns } = await this.#mirror.current();
    const { price, year } = columns.valueCounts(marketQuery(criteria), since(this.#now()));
    // Next year's models are sold in autumn.
    const latestYear = this.#clock.now().getUTCFullYear() + 1;
    return { price: priceDistribution(price), year: yearDistribution(year, latestYear) };
  }

  /** In seconds since 1970. */
  #now(): number {
    return this.#clock.now().getTime() / 1000;
  }
}

function since(now: number): Since {
  return { fresh: now - SEARCHABLE_S, posted: now - RATE_WEEKS * WEEK_S };
}

function weeklyRate(posted: number): number {
  const rate = posted / RATE_WEEKS;
  return rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate);
}
