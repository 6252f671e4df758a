import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { Ad } from './ad.entity.ts';
import { type FactColumns, factSelection } from './ad-facts.ts';
import type { KnownPrice } from './ad-prices.ts';

/** What is shown of an ad in a list. */
export type ListedAd = FactColumns &
  Pick<Ad, 'id' | 'source' | 'externalId' | 'url' | 'title' | 'photo' | 'firstSeenAt' | 'postedAt'>;

interface ListedRow extends Omit<ListedAd, 'firstSeenAt' | 'postedAt'> {
  readonly firstSeenAt: string;
  readonly postedAt: string | null;
  /** Price and time, the oldest first. */
  readonly prices: readonly (readonly [number, string])[] | null;
}

/** The ads in the order of the ids, with their known prices, the oldest first, by one statement; deleted ones are left out. */
export async function readListedAds(
  em: EntityManager,
  ids: readonly number[],
): Promise<{ readonly ad: ListedAd; readonly prices: readonly KnownPrice[] }[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<ListedRow[]>(
    `select a.id::float8 as id, a.source, a.external_id as "externalId", a.url, a.title, a.photo, ${factSelection('a')},
      a.first_seen_at as "firstSeenAt", a.posted_at as "postedAt",
      (select json_agg(json_build_array(p.price, p.seen_at) order by p.seen_at) from ad_prices p where p.ad_id = a.id)
        as prices
    from ads a where a.id = any(?)`,
    [bigints(ids)],
  );
  const byId = new Map(rows.map((row) => [row.id, listed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function listed({ prices, firstSeenAt, postedAt, ...ad }: ListedRow) {
  return {
    ad: { ...ad, firstSeenAt: new Date(firstSeenAt), postedAt: postedAt === null ? null : new Date(postedAt) },
    prices: (prices ?? []).map(([price, seenAt]) => ({ price, seenAt: new Date(seenAt) })),
  };
}
