import type { EntityManager } from '@mikro-orm/postgresql';
import { groupsOf } from '#core/catalog/brands.ts';
import type { AdFacts } from '#core/contracts/ad.ts';

/**
 * The matcher a second time, as one statement over the table of filters: an oracle that shares no code with the
 * predicate and the index.
 * @returns for each ad the ids of the active filters that match it, ascending.
 */
export async function matchInSql(em: EntityManager, ads: readonly AdFacts[]): Promise<number[][]> {
  const rows = await em.execute<{ n: number; ids: string[] }[]>(MATCHES, [
    JSON.stringify(ads.map((ad, n) => ({ ...ad, n, modelKeys: modelKeys(ad) }))),
  ]);
  const idsOf = new Map(rows.map((row) => [row.n, row.ids.map(Number)]));
  return ads.map((_, n) => idsOf.get(n) ?? []);
}

/** Where a value is null the comparison is null, too, and the row falls out: what is unknown fails. */
const MATCHES = `
  select ad.n, array_agg(f.id order by f.id) as ids
  from jsonb_to_recordset(?::jsonb) as ad (n int, brand text, "modelKeys" text[], price int, year int, volume numeric,
    mileage int, engine text, "bodyType" text, color text, area text, "gearBox" text, "dealType" text, checkup text)
  join filters f on f.active
    and (f.brand = '0' or f.brand = ad.brand
      and (f.models = '{}' or '0' = any(f.models) or f.models && ad."modelKeys"))
    and (f.price_min is null or ad.price >= f.price_min)
    and (f.price_max is null or ad.price <= f.price_max)
    and (f.year_min is null or ad.year >= f.year_min)
    and (f.year_max is null or ad.year <= f.year_max)
    and (f.mileage_min is null or ad.mileage >= f.mileage_min)
    and (f.mileage_max is null or ad.mileage <= f.mileage_max)
    and (f.volume_min is null or f.engines = '{electric}' or ad.volume * 10 >= f.volume_min)
    and (f.volume_max is null or f.engines = '{electric}' or ad.volume * 10 <= f.volume_max)
    and (f.engines = '{}' or ad.engine = any(f.engines))
    and (f.body_types = '{}' or ad."bodyType" = any(f.body_types))
    and (f.colors = '{}' or ad.color = any(f.colors))
    and (f.areas = '{}' or ad.area = any(f.areas))
    and (f.gear_box = '0' or ad."gearBox" = f.gear_box)
    and (f.deal_type = '0' or ad."dealType" = f.deal_type)
    and (f.checkup_month is null
      or to_date(ad.checkup, 'MM.YYYY') >= make_date(f.checkup_month / 12, f.checkup_month % 12 + 1, 1))
  group by ad.n`;

/** What a filter may call the ad's model: its key, or that of its group. */
function modelKeys({ brand, model }: AdFacts): string[] {
  if (brand === null || model === null) return [];
  const groups = groupsOf(brand).filter((group) => group.members.includes(model));
  return [model, ...groups.map((group) => group.key)];
}
