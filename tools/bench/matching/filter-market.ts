import { monthOfIndex } from '#core/catalog/inspection-months.ts';
import { ALL, AREAS } from '#core/catalog/options.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from '#core/contracts/filter-criteria.ts';
import { type Car, drawCar, NOW, NOW_MONTH, OFFERED_BRANDS, OPTIONS, roundTo, WANTED_BRANDS } from './car-market.ts';
import { type RandomStream, Weighted } from './random-stream.ts';

type Range = readonly [min: number | null, max: number | null];
const OPEN: Range = [null, null];

/** Which ends of a range people set. */
const ENDS = ['none', 'max', 'both', 'min'] as const;
const PRICE_ENDS = new Weighted(ENDS, [10, 52, 30, 8]);
const YEAR_ENDS = new Weighted(ENDS, [20, 5, 20, 55]);
const VOLUME_ENDS = new Weighted(ENDS, [75, 7, 6, 12]);

/** How many values people name of a list. */
const ENGINE_COUNTS = new Weighted([0, 1, 2, 3], [50, 35, 12, 3]);
const BODY_COUNTS = new Weighted([0, 1, 2, 3], [55, 32, 10, 3]);
const MODEL_COUNTS = new Weighted([0, 1, 2, 3, 4], [25, 40, 20, 9, 6]);
const MANY_MODELS = 4;
const MODELS_AT_MOST = 6;

const GEAR_BOXES = new Weighted<FilterCriteria['gearBox']>([ALL, 'automatic', 'manual'], [45, 40, 15]);
const DEAL_TYPES = new Weighted<FilterCriteria['dealType']>([ALL, 'sell', 'change', 'rent'], [30, 67, 2, 1]);
const AREA_KINDS = new Weighted(['all', 'one', 'usual', 'anywhere'] as const, [60, 15, 10, 15]);
const ANY_AREA = new Weighted(
  AREAS,
  AREAS.map(() => 1),
);

/** What somebody may look for who has a certain car in mind. */
export function drawCriteria(random: RandomStream): FilterCriteria {
  const allBrands = random.chance(8);
  const car = drawCar(random, allBrands ? OFFERED_BRANDS : WANTED_BRANDS);
  const [priceMin, priceMax] = priceRange(random, car);
  const [yearMin, yearMax] = yearRange(random, car);
  const [runMin, runMax] = mileageRange(random, car);
  const engine = OPTIONS.engine.drawSome(random, ENGINE_COUNTS.draw(random));
  const volume = volumeRange(random);
  const [volumeMin, volumeMax] = isElectricOnly({ engine }) ? OPEN : volume;
  return {
    carBrand: allBrands ? ALL : car.brand.key,
    carModel: allBrands ? [] : wantedModels(random, car),
    priceMin,
    priceMax,
    yearMin: yearMin ?? NO_YEAR,
    yearMax: yearMax ?? NO_YEAR,
    volumeMin,
    volumeMax,
    runMin,
    runMax,
    engine,
    bodyType: OPTIONS.bodyType.drawSome(random, BODY_COUNTS.draw(random)),
    color: OPTIONS.color.drawSome(random, random.chance(85) ? 0 : random.whole(1, 4)),
    area: wantedAreas(random),
    gearBox: GEAR_BOXES.draw(random),
    dealType: DEAL_TYPES.draw(random),
    checkup: random.chance(15) ? monthOfIndex(NOW_MONTH + random.whole(0, 12)) : ANY_MONTH,
  };
}

/** The car's own model first, then others of the make. */
function wantedModels(random: RandomStream, { brand, model }: Car): string[] {
  const named = MODEL_COUNTS.draw(random);
  if (named === 0) return [];
  const count = Math.min(named < MANY_MODELS ? named : random.whole(MANY_MODELS, MODELS_AT_MOST), brand.models.size);
  const keys = new Set([model.key]);
  while (keys.size < count) keys.add(brand.models.draw(random).key);
  return [...keys];
}

function wantedAreas(random: RandomStream): FilterCriteria['area'] {
  const kind = AREA_KINDS.draw(random);
  if (kind === 'all') return [];
  return (kind === 'anywhere' ? ANY_AREA : OPTIONS.area).drawSome(random, kind === 'one' ? 1 : random.whole(2, 6));
}

function priceRange(random: RandomStream, { price }: Car): Range {
  const min = roundPrice(price * (0.4 + 0.5 * random.next()));
  const max = roundPrice(price * (1.05 + 0.5 * random.next()));
  return keep(PRICE_ENDS.draw(random), min, max);
}

/** People name round prices, the rounder the dearer the car. */
function roundPrice(price: number): number {
  if (price < 3_000) return roundTo(price, 100);
  if (price < 10_000) return roundTo(price, 500);
  return roundTo(price, price < 40_000 ? 1_000 : 5_000);
}

function yearRange(random: RandomStream, { year }: Car): Range {
  const [min, max] = [year - random.whole(0, 3), Math.min(NOW.year, year + random.whole(0, 5))];
  return keep(YEAR_ENDS.draw(random), min, max);
}

function volumeRange(random: RandomStream): Range {
  const min = 1.2 + 2 * random.next();
  const max = min + 0.2 + random.next();
  return keep(VOLUME_ENDS.draw(random), tenths(min), tenths(max));
}

function mileageRange(random: RandomStream, { mileage }: Car): Range {
  const step = mileage < 100_000 ? 10_000 : 50_000;
  const max = Math.max(step, roundTo(mileage * (1 + 0.6 * random.next()), step));
  if (!random.chance(45)) return OPEN;
  return [random.chance(5) ? Math.max(1_000, roundTo(mileage * 0.4, 1_000)) : null, max];
}

function keep(ends: (typeof ENDS)[number], min: number, max: number): Range {
  return [ends === 'min' || ends === 'both' ? min : null, ends === 'max' || ends === 'both' ? max : null];
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
