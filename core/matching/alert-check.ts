import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { StoredFilter } from './filter-reader.ts';
import { matches } from './matches.ts';
import { readAds, type StoredAd } from './stored-ads.ts';
import { readFilters } from './stored-filters.ts';

/** An alert that is about to be sent. */
export interface AlertKey {
  readonly userId: number;
  readonly adId: number;
  readonly filterIds: readonly number[];
}

/** `filterIds`: those that are active and match the ad as it is now. */
export type AlertCheck =
  | { readonly send: true; readonly filterIds: number[] }
  | { readonly send: false; readonly reason: 'ad-gone' | 'ad-hidden' | 'filter-off' };

interface Present {
  readonly ads: ReadonlyMap<number, StoredAd>;
  readonly filters: ReadonlyMap<number, StoredFilter>;
  /** `user:ad`. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Whether alerts still hold on the filters' current criteria and the ads' current facts, in the order of `alerts`.
 * Three queries, however many there are.
 */
export async function checkAlerts(em: EntityManager, alerts: readonly AlertKey[]): Promise<AlertCheck[]> {
  if (alerts.length === 0) return [];
  const filterIds = new Set(alerts.flatMap((alert) => alert.filterIds));
  const filters = await readFilters(em, filterIds);
  const present: Present = {
    ads: await readAds(
      em,
      alerts.map((alert) => alert.adId),
    ),
    filters: new Map(filters.map((filter) => [filter.id, filter])),
    hidden: await readHidden(em, alerts),
  };
  return alerts.map((alert) => check(alert, present));
}

function check({ userId, adId, filterIds }: AlertKey, { ads, filters, hidden }: Present): AlertCheck {
  const ad = ads.get(adId);
  if (!ad || ad.gone) return { send: false, reason: 'ad-gone' };
  if (hidden.has(`${userId}:${adId}`)) return { send: false, reason: 'ad-hidden' };
  const matching = filterIds.filter((id) => {
    const filter = filters.get(id);
    return filter?.active && filter.userId === userId && matches(filter.criteria, ad.facts);
  });
  return matching.length > 0 ? { send: true, filterIds: matching } : { send: false, reason: 'filter-off' };
}

async function readHidden(em: EntityManager, alerts: readonly AlertKey[]): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ key: string }[]>(
    `select user_id || ':' || ad_id as key from hidden_ads
     where user_id = any(?::bigint[]) and ad_id = any(?::bigint[])`,
    [bigints(alerts.map((alert) => alert.userId)), bigints(alerts.map((alert) => alert.adId))],
  );
  return new Set(rows.map((row) => row.key));
}
