import { monthIndex, monthOfIndex } from '#core/catalog/inspection-months.ts';
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '#core/catalog/options.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { ANY_MONTH, type FilterCriteria, NO_YEAR } from '#core/contracts/filter-criteria.ts';
import type { RandomStream } from './random-stream.ts';

/** Whatever an index may cut ranges at: every round number that people know, and where its tables may end. */
const EDGES = {
  price: [...steps(0, 10_000, 500), ...steps(10_000, 40_000, 1_000), ...steps(40_000, 100_000, 5_000), 250_000],
  mileage: [...steps(0, 300_000, 10_000), ...steps(300_000, 500_000, 50_000), 990_000],
  year: [...steps(1986, 2029, 1), 1900, 1950, 2099],
  volume: [...steps(1, 45, 1), 60, 200],
};
const LARGEST = 100_000_000;
const MONTHS = { first: monthIndex('01.2024'), last: monthIndex('12.2033') };
const FAR_MONTHS = ['01.1990', '12.1999', '01.2000', '12.2079'];
const BRANDS = ['bmw', 'audi', 'zaz'];
const MODELS = ['a', 'b', 'c', 'other'];

/** A filter that asks little, so that a wrong rule is not hidden behind others that fail; group keys are no part of it. */
export function drawEdgeCriteria(random: RandomStream): FilterCriteria {
  const [priceMin, priceMax] = range(random, () => priceAt(random));
  const [yearMin, yearMax] = range(random, () => at(random, EDGES.year));
  const [runMin, runMax] = range(random, () => Math.max(1, mileageAt(random)));
  const [volumeMin, volumeMax] = range(random, () => at(random, EDGES.volume) / 10);
  return {
    carBrand: random.chance(30) ? ALL : at(random, BRANDS),
    carModel: list(random, MODELS),
    priceMin,
    priceMax,
    yearMin: yearMin ?? NO_YEAR,
    yearMax: yearMax ?? NO_YEAR,
    volumeMin,
    volumeMax,
    runMin,
    runMax,
    engine: random.chance(10) ? ['electric'] : list(random, ENGINES),
    bodyType: list(random, BODY_TYPES),
    color: list(random, COLORS),
    area: list(random, AREAS),
    gearBox: random.chance(70) ? ALL : at(random, GEARBOXES),
    dealType: random.chance(70) ? ALL : at(random, DEAL_TYPES),
    checkup: random.chance(70) ? ANY_MONTH : monthAt(random),
  };
}

/** An ad on or beside an edge in every fact, or silent about it. */
export function drawEdgeAd(random: RandomStream): AdFacts {
  const known = <T>(value: T) => (random.chance(12) ? null : value);
  return {
    brand: known(at(random, [...BRANDS, 'nobody wants it'])),
    model: known(at(random, [...MODELS, 'nobody wants it'])),
    price: known(priceAt(random)),
    year: known(at(random, EDGES.year)),
    volume: known(at(random, EDGES.volume) / 10),
    mileage: known(mileageAt(random)),
    engine: known(random.chance(30) ? 'electric' : at(random, ENGINES)),
    bodyType: known(at(random, BODY_TYPES)),
    color: known(at(random, COLORS)),
    area: known(at(random, AREAS)),
    gearBox: known(at(random, GEARBOXES)),
    dealType: known(at(random, DEAL_TYPES)),
    checkup: known(monthAt(random)),
    seller: null,
  };
}

/** On an edge, or just below or above it. */
function besideEdge(random: RandomStream, edges: readonly number[]): number {
  return Math.max(0, at(random, edges) + random.whole(-1, 1));
}

function priceAt(random: RandomStream): number {
  return random.chance(3) ? LARGEST : besideEdge(random, EDGES.price);
}

function mileageAt(random: RandomStream): number {
  return random.chance(3) ? LARGEST : besideEdge(random, EDGES.mileage);
}

function monthAt(random: RandomStream): string {
  return random.chance(8) ? at(random, FAR_MONTHS) : monthOfIndex(random.whole(MONTHS.first, MONTHS.last));
}

function range(random: RandomStream, draw: () => number): [number | null, number | null] {
  const [a, b] = [draw(), draw()].sort((x, y) => x - y);
  if (random.chance(60)) return [null, null];
  return [random.chance(70) ? (a ?? null) : null, random.chance(70) ? (b ?? null) : null];
}

/** Every length comes up; most lists are empty. */
function list<T extends string>(random: RandomStream, keys: readonly T[]): T[] {
  if (random.chance(75)) return [];
  const share = 100 * random.next();
  return keys.filter(() => random.chance(share));
}

function at<T>(random: RandomStream, values: readonly T[]): T {
  const value = values[random.whole(0, values.length - 1)];
  if (value === undefined) throw new Error('There is nothing to draw from.');
  return value;
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, n) => from + n * step);
}
