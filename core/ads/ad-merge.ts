import { type AdFacts, adFactsSchema } from '../contracts/ad.ts';
import { factColumns, factsOf } from './ad-facts.ts';
import type { Authority, SeenDetails } from './seen-ad.ts';

export const FACT_KEYS = Object.keys(adFactsSchema.shape) as readonly (keyof AdFacts)[];

/** Lists round the mileage to thousands of kilometres. */
const LIST_MILEAGE_STEP = 1000;

/** The facts alone of whatever carries them, in the precision in which they are stored. */
export function storedFacts(from: AdFacts): AdFacts {
  return factsOf(factColumns(from));
}

/** The facts of `first`, and those of `second` where `first` says nothing. */
function firstOf(first: AdFacts, second: AdFacts): AdFacts {
  return Object.fromEntries(FACT_KEYS.map((key) => [key, first[key] ?? second[key]])) as unknown as AdFacts;
}

function listMileage(known: number | null, seen: number | null): number | null {
  if (known === null || seen === null) return known ?? seen;
  return Math.abs(known - seen) < LIST_MILEAGE_STEP ? known : seen;
}

/**
 * What is known of an ad after a list has shown it again. Silence takes nothing back. Once the ad's own page was read,
 * a list, being coarser, only tells its price and a mileage that differs by more than its rounding.
 */
export function mergeListed<Ad extends SeenDetails & { readonly detailsDone: boolean }>(
  known: Ad,
  seen: SeenDetails,
  authority: Authority,
): Ad {
  const exact = known.detailsDone && authority === 'list';
  const facts = exact
    ? {
        ...firstOf(known, seen),
        price: seen.price ?? known.price,
        mileage: listMileage(known.mileage, seen.mileage),
      }
    : firstOf(seen, known);
  return {
    ...known,
    ...facts,
    title: seen.title ?? known.title,
    photo: seen.photo ?? known.photo,
    postedAt: seen.postedAt ?? known.postedAt,
  };
}

/**
 * What is known of an ad after its own page was read: the page is the more exact and the newer. Title and photo stay
 * those of the list, which shows them again at every visit.
 */
export function mergeDetails<Ad extends SeenDetails>(known: Ad, page: SeenDetails): Ad {
  return {
    ...known,
    ...firstOf(page, known),
    title: known.title ?? page.title,
    photo: known.photo ?? page.photo,
    postedAt: known.postedAt ?? page.postedAt,
  };
}

/** Whether everything that is shown of an ad is equal. */
export function looksSame(a: SeenDetails, b: SeenDetails): boolean {
  return a.title === b.title && a.photo === b.photo && FACT_KEYS.every((key) => a[key] === b[key]);
}

/**
 * Whether an ad's page shows a car that the list did not mean: its address went to another ad in between. Only brand
 * and year decide: in model, engine and volume a page is merely more exact than a list.
 */
export function showsAnotherCar(known: AdFacts, page: AdFacts): boolean {
  const differs = (key: 'brand' | 'year') => known[key] !== null && page[key] !== null && known[key] !== page[key];
  return differs('brand') || differs('year');
}

/** Which way a price went; an unknown price is no price to fall from. */
export function priceChange(before: number | null, after: number | null): 'same' | 'fell' | 'rose' {
  if (before === null || after === null || before === after) return 'same';
  return after < before ? 'fell' : 'rose';
}
