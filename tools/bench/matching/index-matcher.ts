import { MatchIndex } from '#core/matching/match-index.ts';
import type { Matcher } from './matcher.ts';
import { entriesOf } from './saved-filters.ts';

/** The product's own index. */
export function createIndexMatcher(): Matcher {
  const index = new MatchIndex();
  return {
    name: 'the index',
    load: (filters) => index.build(entriesOf(filters)),
    match: (ad) => index.match(ad),
  };
}
