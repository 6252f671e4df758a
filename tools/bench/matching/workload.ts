import { monthOfIndex } from '#core/catalog/inspection-months.ts';
import { BODY_TYPES } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { clamp, drawCar, NOW_MONTH, OFFERED_BRANDS, OPTIONS } from './car-market.ts';
import { drawCriteria } from './filter-market.ts';
import { RandomStream } from './random-stream.ts';

const AD_STREAM = 1;
const FILTER_STREAM = 2;

/** Ads and filters of an imagined market without end; how common things are is a guess, as no real filters are known. */
export interface Workload {
  /** The next ad. The n-th one is the same however many filters were drawn. */
  readonly ad: () => AdFacts;
  /** The next filter, in the form that matching sees; of `active: false` the index is to know nothing. */
  readonly filter: () => { readonly criteria: FilterCriteria; readonly active: boolean };
}

/** The same seed gives the same ads and filters on every machine and day: it is always November 2026. */
export function createWorkload(seed: number): Workload {
  const ads = new RandomStream(seed, AD_STREAM);
  const filters = new RandomStream(seed, FILTER_STREAM);
  return {
    ad: () => drawAd(ads),
    filter: () => ({ criteria: drawCriteria(filters), active: filters.chance(85) }),
  };
}

function drawAd(random: RandomStream): AdFacts {
  const car = drawCar(random, OFFERED_BRANDS);
  const engine = OPTIONS.engine.draw(random);
  const volume = Math.round(clamp(1 + 2 * car.size + 0.45 * random.normal(), 0.8, 6.5) * 10) / 10;
  return {
    brand: car.brand.key,
    model: car.model.key,
    price: unlessUnknown(random, 2, car.price),
    year: car.year,
    volume: engine === 'electric' ? null : unlessUnknown(random, 2, volume),
    mileage: unlessUnknown(random, 4, car.mileage),
    engine,
    bodyType: bodyOf(random, car.size),
    color: OPTIONS.color.draw(random),
    area: OPTIONS.area.draw(random),
    gearBox: unlessUnknown(random, 1, random.chance(48) ? 'automatic' : 'manual'),
    dealType: OPTIONS.dealType.draw(random),
    checkup: unlessUnknown(random, 18, monthOfIndex(NOW_MONTH + random.whole(0, 24))),
    seller: null,
  };
}

/** Mostly the shape goes with the size of the car. */
function bodyOf(random: RandomStream, size: number): AdFacts['bodyType'] {
  if (random.chance(30)) return OPTIONS.bodyType.draw(random);
  return BODY_TYPES[Math.floor(5.5 * size)] ?? null;
}

/** Some sellers leave a fact out; so many in a hundred. */
function unlessUnknown<T>(random: RandomStream, percent: number, value: T): T | null {
  return random.chance(percent) ? null : value;
}
