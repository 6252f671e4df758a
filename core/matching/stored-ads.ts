import type { EntityManager } from '@mikro-orm/postgresql';
import { type FactColumns, factsOf } from '../ads/ad-facts.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { bigints } from '../db/bigint-array.ts';

/** An ad as the matcher sees it. */
export interface StoredAd {
  readonly facts: AdFacts;
  /** It has left the market, or its address now shows another car. */
  readonly gone: boolean;
}

/** What `factsOf` asks of the table `ads`. */
export const FACT_COLUMNS = `brand, model, ads.price, year, volume, mileage, engine, body_type as "bodyType", color, area,
  gear_box as "gearBox", deal_type as "dealType", checkup_month as "checkupMonth", seller`;

/** The ads by id; those that are not stored are left out. */
export async function readAds(em: EntityManager, ids: Iterable<number>): Promise<ReadonlyMap<number, StoredAd>> {
  const ads = await em.execute<(FactColumns & { id: string; gone: boolean })[]>(
    `select id, coalesce(gone_at, superseded_at) is not null as gone, ${FACT_COLUMNS}
     from ads where id = any(?::bigint[])`,
    [bigints(ids)],
  );
  return new Map(ads.map((ad) => [Number(ad.id), { facts: factsOf(ad), gone: ad.gone }]));
}
