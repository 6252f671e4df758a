import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';

/** A price of an ad in whole euros, and when it was first seen. */
export interface KnownPrice {
  readonly price: number;
  readonly seenAt: Date;
}

/** The known prices of the ads by the ad's id, the oldest first, in one query; ads that never told one are left out. */
export async function readPrices(
  em: EntityManager,
  adIds: Iterable<number>,
): Promise<ReadonlyMap<number, readonly KnownPrice[]>> {
  const rows = await em.execute<{ ad_id: string; price: number; seen_at: string }[]>(
    'select ad_id, price, seen_at from ad_prices where ad_id = any(?::bigint[]) order by ad_id, seen_at',
    [bigints(adIds)],
  );
  const prices = rows.map((row) => ({ adId: Number(row.ad_id), price: row.price, seenAt: new Date(row.seen_at) }));
  const byAd = Map.groupBy(prices, ({ adId }) => adId);
  return new Map([...byAd].map(([id, known]) => [id, known.map(({ price, seenAt }) => ({ price, seenAt }))]));
}
