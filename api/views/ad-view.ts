import { factsOf } from '#core/ads/ad-facts.ts';
import type { KnownPrice } from '#core/ads/ad-prices.ts';
import type { Preview } from '#core/ads/ad-search.ts';
import type { ListedAd } from '#core/ads/listed-ads.ts';
import type { AdView } from '#core/contracts/ad-answers.ts';
import type { PreviewResponse } from '#core/contracts/filter-answers.ts';
import { carText, type OptionTexts } from '#core/i18n/car-names.ts';

/** An ad as the API answers it, named in the language of the texts. @param prices the oldest first */
export function adView(ad: ListedAd, prices: readonly KnownPrice[], t: OptionTexts): AdView {
  const facts = factsOf(ad);
  const title = ad.title?.trim() || null;
  return {
    id: ad.id,
    source: ad.source,
    externalId: ad.externalId,
    name: facts.brand === null ? title : carText(facts.brand, facts.model, t),
    url: ad.url,
    title,
    photo: ad.photo ?? null,
    ...facts,
    firstSeenAt: ad.firstSeenAt.toISOString(),
    postedAt: ad.postedAt?.toISOString() ?? null,
    priceHistory: prices.map(({ price, seenAt }) => ({ price, seenAt: seenAt.toISOString() })),
  };
}

/** What a filter would find, as the API answers it. */
export function previewView({ matching, perWeek, sample }: Preview, t: OptionTexts): PreviewResponse {
  return { matching, perWeek, sample: sample.map(({ ad, prices }) => adView(ad, prices, t)) };
}
