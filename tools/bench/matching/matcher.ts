import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';

/** An active filter; its id is above zero and fits into 32 bits. */
export interface SavedFilter {
  readonly id: number;
  readonly criteria: FilterCriteria;
}

/** Ids in any order, good until the next ad. */
export type Ids = ArrayLike<number>;

export type MethodName =
  | 'the index'
  | 'best SQL'
  | 'typical SQL'
  | 'typical SQL without an index'
  | 'sift'
  | 'mingo'
  | 'naive loop';

/** One way of finding the filters that an ad matches. */
export interface Matcher {
  readonly name: MethodName;
  /** Knows these filters from then on, and no others. */
  readonly load: (filters: readonly SavedFilter[]) => Promise<void> | void;
  /** A promise of those only that need one: it would cost the others more than the match does. */
  readonly match: (ad: AdFacts) => Promise<Ids> | Ids;
}

/** In the form in which two answers can be compared. */
export function ascending(ids: Ids): Uint32Array {
  return Uint32Array.from(ids).sort();
}

export function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((id, n) => id === b[n]);
}
