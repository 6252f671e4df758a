import type { SeenAd } from '#core/ads/seen-ad.ts';

/** A car as a list shows it. */
export const golf: SeenAd = {
  externalId: '51000001',
  url: 'https://www.ss.lv/msg/lv/transport/cars/volkswagen/golf-4/abcde.html',
  title: 'Labā stāvoklī',
  photo: 'https://i.ss.lv/gallery/1.800.jpg',
  postedAt: null,
  ...{ brand: 'volkswagen', model: 'golf-4', price: 2500, year: 2002, volume: 1.9, mileage: 250_000 },
  ...{ engine: 'diesel', bodyType: null, color: null, area: null, gearBox: null, dealType: 'sell' },
  ...{ checkup: null, seller: null },
};
