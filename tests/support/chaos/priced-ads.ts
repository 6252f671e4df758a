import type { AdFacts } from '#core/contracts/ad.ts';
import { unknownCar } from '../ad-builders.ts';

/** An ad of which only the price is known, so that a filter by prices says whom it suits. */
export const pricedAd = (price: number): AdFacts => ({ ...unknownCar, price });

/** What suits the ads of just this price. */
export const priceWish = (price: number) => ({ priceMin: price, priceMax: price });
