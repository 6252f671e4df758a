import { BRANDS } from '#core/catalog/brands.ts';
import { monthIndex } from '#core/catalog/inspection-months.ts';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES } from '#core/catalog/options.ts';
import { type RandomStream, Weighted } from './random-stream.ts';

/** The month that it always is in this market. */
export const NOW = { year: 2026, month: 11 };
export const NOW_MONTH = monthIndex(`${NOW.month}.${NOW.year}`);

/** Of how many ads in a hundred each make is, the commonest first; what follows has 15 divided by its rank. */
const BRAND_WEIGHTS = [
  13, 11, 10, 7, 7, 6, 5.5, 5.5, 5, 4, 3.5, 3, 3, 2.5, 2.2, 2.2, 2.2, 1.6, 1.5, 1.5, 1.3, 1, 0.9, 0.8, 0.8, 0.8, 0.7,
  0.7, 0.6, 0.6,
];
const BRAND_COUNT = 72;
const OLDEST = 40;
/** From this price on prices are rounded to 50, below to 10. */
const COARSE_PRICE = 3_000;

/** How often the options stand in ads. */
export const OPTIONS = {
  engine: new Weighted(ENGINES, [33, 50, 4, 6, 0.5, 5, 0.3, 0.1, 1.1]),
  bodyType: new Weighted(BODY_TYPES, [22, 18, 26, 4, 20, 2, 6, 1, 1]),
  color: new Weighted(COLORS, [2, 22, 12, 0.3, 3, 0.5, 4, 22, 0.5, 1, 0.1, 0.3, 7, 15, 10, 0.5]),
  area: new Weighted(
    AREAS,
    [
      45, 4, 1.5, 1, 0.8, 1.5, 2, 4, 1.2, 1, 1.5, 4, 0.7, 1.2, 4, 1.5, 0.7, 1.2, 2, 0.8, 1.8, 1.2, 1.5, 1.5, 0.8, 2.5,
      2, 3, 5,
    ],
  ),
  dealType: new Weighted(DEAL_TYPES, [93, 1, 4, 2]),
};

export interface MarketBrand {
  readonly key: string;
  readonly rank: number;
  readonly models: Weighted<MarketModel>;
}

interface MarketModel {
  readonly key: string;
  readonly rank: number;
}

export interface Car {
  readonly brand: MarketBrand;
  readonly model: MarketModel;
  /** From 0, small and cheap, to 0.9. */
  readonly size: number;
  readonly year: number;
  readonly price: number;
  readonly mileage: number;
}

/** The makes of the catalogue with the most models, few of them common: as on the real market, not the real shares. */
const MARKET_BRANDS = BRANDS.toSorted((a, b) => b.models.length - a.models.length)
  .slice(0, BRAND_COUNT)
  .map((brand, rank): MarketBrand => {
    const models = brand.models.slice(0, Math.round(44 - 0.55 * rank));
    return {
      key: brand.key,
      rank,
      models: new Weighted(
        models.map(({ key }, rank) => ({ key, rank })),
        models.map((_, rank) => 1 / (rank + 1)),
      ),
    };
  });
const brandWeights = MARKET_BRANDS.map(({ rank }) => BRAND_WEIGHTS[rank] ?? 15 / (rank + 1));

/** Makes as often as they are offered. */
export const OFFERED_BRANDS = new Weighted(MARKET_BRANDS, brandWeights);
/** Makes as often as they are looked for: the common ones even more often. */
export const WANTED_BRANDS = new Weighted(
  MARKET_BRANDS,
  brandWeights.map((weight) => weight ** 1.15),
);

/** A car as it may stand for sale. */
export function drawCar(random: RandomStream, brands: Weighted<MarketBrand>): Car {
  const brand = brands.draw(random);
  const model = brand.models.draw(random);
  const size = ((7 * brand.rank + 13 * model.rank) % 10) / 10;
  const newPrice = 14_000 + 45_000 * size + (brand.rank % 9 === 1 ? 15_000 : 0);
  const age = Math.min(OLDEST, Math.floor(6.5 * Math.abs(random.normal()) + 7 * random.next()));
  const price = clamp(newPrice * 0.86 ** age * Math.exp(0.28 * random.normal()), 250, 250_000);
  const mileage = clamp((15_500 * age + 8_000) * Math.exp(0.35 * random.normal()), 100, 990_000);
  return {
    brand,
    model,
    size,
    year: NOW.year - age,
    price: roundTo(price, price < COARSE_PRICE ? 10 : 50),
    mileage: roundTo(mileage, 100),
  };
}

export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
