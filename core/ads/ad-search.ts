import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { HistogramResponse } from '../contracts/filter-answers.ts';
import { type FilterCriteria, NO_YEAR } from '../contracts/filter-criteria.ts';
import { Ad } from './ad.entity.ts';
import { adCondition, ON_MARKET } from './ad-condition.ts';
import { type KnownPrice, readPrices } from './ad-prices.ts';
import { priceDistribution, type ValueCount, yearDistribution } from './distribution.ts';

const SAMPLE_SIZE = 10;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const RECENT_MS = 4 * WEEK_MS;

/** What a filter would find. */
export interface Preview {
  /** Ads on the market now. */
  readonly matching: number;
  /** New ads a week; one decimal below ten. */
  readonly perWeek: number;
  /** The newest of the matching ads, with their prices, the oldest price first. */
  readonly sample: readonly { readonly ad: Ad; readonly prices: readonly KnownPrice[] }[];
}

/** The forward direction: which of the stored ads a filter would match. Only reads. */
export class AdSearch {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  async preview(criteria: FilterCriteria): Promise<Preview> {
    const now = this.#clock.now();
    const { sql, params } = adCondition(criteria);
    const since = new Date(now.getTime() - RECENT_MS);
    const [found] = await this.#em.execute<
      { matching: number; recent: number; oldest: string | null; newest: string[] }[]
    >(
      `with market as materialized (
        select id, coalesce(posted_at, first_seen_at) as known_at from ads where ${ON_MARKET} and ${sql}
      )
      select
        (select count(*)::int from market) as matching,
        (select count(*)::int from ads where first_seen_at > ? and ${sql}
          and exists (select from ad_events where ad_id = ads.id and kind = 'new')) as recent,
        (select min(first_seen_at) from ads) as oldest,
        array(select id from market order by known_at desc, id desc limit ${SAMPLE_SIZE}) as newest`,
      [...params, since, ...params],
    );
    const { matching = 0, recent = 0, oldest = null, newest = [] } = found ?? {};
    return {
      matching,
      perWeek: weeklyRate(recent, oldest === null ? 0 : now.getTime() - new Date(oldest).getTime()),
      sample: await this.#withPrices(newest.map(Number)),
    };
  }

  /** How prices and years are spread over the ads that the filter would match without its ranges of these two. */
  async histogram(criteria: FilterCriteria): Promise<HistogramResponse> {
    const open = { ...criteria, priceMin: null, priceMax: null, yearMin: NO_YEAR, yearMax: NO_YEAR } as const;
    const { sql, params } = adCondition(open);
    const rows = await this.#em.execute<(ValueCount & { fact: 'price' | 'year' })[]>(
      `with found as materialized (select price, year from ads where ${ON_MARKET} and ${sql})
      select 'price' as fact, price as value, count(*)::int as count from found where price is not null group by price
      union all
      select 'year', year, count(*)::int from found where year is not null group by year`,
      params as unknown[],
    );
    const counts = Map.groupBy(rows, ({ fact }) => fact);
    // Next year's models are sold in autumn.
    const latestYear = this.#clock.now().getUTCFullYear() + 1;
    return {
      price: priceDistribution(counts.get('price') ?? []),
      year: yearDistribution(counts.get('year') ?? [], latestYear),
    };
  }

  async #withPrices(ids: readonly number[]): Promise<Preview['sample']> {
    if (ids.length === 0) return [];
    const ads = await this.#em.find(Ad, { id: { $in: [...ids] } }, { disableIdentityMap: true });
    const prices = await readPrices(this.#em, ids);
    const byId = new Map(ads.map((ad) => [ad.id, ad]));
    return ids.flatMap((id) => {
      const ad = byId.get(id);
      return ad ? [{ ad, prices: prices.get(id) ?? [] }] : [];
    });
  }
}

/**
 * Counted are the ads that were news in the last four weeks, those that have left the market since among them, but not
 * what a first sweep found: that says nothing of a week. A store younger than four weeks is measured by its own age, but not by less than a day.
 */
function weeklyRate(recent: number, storeAgeMs: number): number {
  const weeks = Math.min(Math.max(storeAgeMs, DAY_MS), RECENT_MS) / WEEK_MS;
  const rate = recent / weeks;
  return rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate);
}
