import { ALL, GEARBOXES } from '../catalog/options.ts';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';

type Entry = readonly [id: number, filter: FilterCriteria];

const GEARS: readonly string[] = [ALL, ...GEARBOXES];
const YEARS = 2 ** 12;
/** Prices are told apart in steps of so many euros, and not above six million. */
const PRICE_STEP = 50;
const PRICES = 2 ** 17;

/** In the order that `MatchIndex.build` promises, brand by brand. */
export function* inBuildOrder(entries: Iterable<Entry>): Generator<Entry> {
  for (const group of Map.groupBy(entries, ([, filter]) => filter.carBrand).values()) {
    const keys = Float64Array.from(group, ([, filter]) => sortKey(filter));
    const order = Uint32Array.from(keys, (_, index) => index).sort(
      (a, b) => (keys[a] as number) - (keys[b] as number) || a - b,
    );
    for (const index of order) yield group[index] as Entry;
  }
}

/** Gear box, lowest year, highest price, lowest price as the digits of one whole number below 2^53. */
function sortKey({ gearBox, yearMin, priceMax, priceMin }: FilterCriteria): number {
  const gear = Math.max(0, GEARS.indexOf(gearBox));
  const year = typeof yearMin === 'number' ? digit(yearMin + 1, YEARS) : 0;
  const highest = typeof priceMax === 'number' ? digit(priceMax / PRICE_STEP, PRICES - 1) : PRICES - 1;
  const lowest = typeof priceMin === 'number' ? 1 + digit(priceMin / PRICE_STEP, PRICES - 1) : 0;
  return ((gear * YEARS + year) * PRICES + highest) * PRICES + lowest;
}

/** As near to the value as a whole number from 0 up to the limit, exclusive, can be; 0 for what is no number. */
function digit(value: number, limit: number): number {
  return Math.max(0, Math.min(Math.floor(value), limit - 1)) || 0;
}
