import type { EntityManager } from '@mikro-orm/postgresql';
import { AdEvent } from '../ads/ad-event.entity.ts';
import { matches } from './matches.ts';
import { readAds } from './stored-ads.ts';
import { isEligible, readActiveFiltersOf } from './stored-filters.ts';

const PAGE_SIZE = 2_000;

/** How many ads came out after `from`, up to and at `to`, that the user's active filters would have told of. */
export async function countMissedAds(em: EntityManager, userId: number, from: Date, to: Date): Promise<number> {
  const filters = await readActiveFiltersOf(em, userId);
  if (filters.length === 0) return 0;
  let missed = 0;
  for await (const page of releasedPages(em, from, to)) {
    const ads = await readAds(
      em,
      page.map((event) => event.adId),
    );
    missed += page.filter((event) => {
      const ad = ads.get(event.adId);
      return (
        ad !== undefined &&
        filters.some((filter) => isEligible(filter, event.releaseRevision ?? 0) && matches(filter.criteria, ad.facts))
      );
    }).length;
  }
  return missed;
}

async function* releasedPages(em: EntityManager, from: Date, to: Date): AsyncGenerator<AdEvent[]> {
  let last = 0;
  for (;;) {
    const page = await em.find(
      AdEvent,
      { kind: 'new', releasedAt: { $gt: from, $lte: to }, id: { $gt: last } },
      { orderBy: { id: 'asc' }, limit: PAGE_SIZE, disableIdentityMap: true },
    );
    yield page;
    if (page.length < PAGE_SIZE) return;
    last = page.at(-1)?.id ?? last;
  }
}
