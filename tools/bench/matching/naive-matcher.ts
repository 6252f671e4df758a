import { matches } from '#core/matching/matches.ts';
import type { Matcher, SavedFilter } from './matcher.ts';

/** Asks the definition of a match of one filter after another: slow, and what all others are judged by. */
export function createNaiveMatcher(): Matcher {
  let known: readonly SavedFilter[] = [];
  return {
    name: 'naive loop',
    load: (filters) => {
      known = filters;
    },
    match: (ad) => {
      const ids: number[] = [];
      for (const { id, criteria } of known) if (matches(criteria, ad)) ids.push(id);
      return ids;
    },
  };
}
