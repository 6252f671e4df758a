import type { EntityManager } from '@mikro-orm/postgresql';
import { type FactColumns, factSelection, factsOf } from '../ads/ad-facts.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { bigints } from '../db/bigint-array.ts';

/** An ad as the matcher sees it. */
export interface StoredAd {
  readonly facts: AdFacts;
  /** It has left the market, or its address now shows another car. */
  readonly gone: boolean;
}

/** The ads by id; those that are not stored are left out. */
export async function readAds(em: EntityManager, ids: Iterable<number>): Promise<ReadonlyMap<number, StoredAd>> {
  const ads = await em.execute<(FactColumns & { id: string; gone: boolean })[]>(
    `select id, coalesce(gone_at, superseded_at) is not null as gone, ${factSelection('ads')}
     from ads where id = any(?::bigint[])`,
    [bigints(ids)],
  );
  return new Map(ads.map((ad) => [Number(ad.id), { facts: factsOf(ad), gone: ad.gone }]));
}
