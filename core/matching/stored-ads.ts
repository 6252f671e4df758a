import type { EntityManager } from '@mikro-orm/postgresql';
import { Ad } from '../ads/ad.entity.ts';
import { factsOf } from '../ads/ad-facts.ts';
import type { AdFacts } from '../contracts/ad.ts';

/** An ad as the matcher sees it. */
export interface StoredAd {
  readonly facts: AdFacts;
  /** It has left the market, or its address now shows another car. */
  readonly gone: boolean;
}

/** The ads by id; those that are not stored are left out. */
export async function readAds(em: EntityManager, ids: Iterable<number>): Promise<ReadonlyMap<number, StoredAd>> {
  const ads = await em.find(Ad, { id: { $in: [...new Set(ids)] } }, { disableIdentityMap: true });
  return new Map(ads.map((ad) => [ad.id, { facts: factsOf(ad), gone: Boolean(ad.goneAt ?? ad.supersededAt) }]));
}
