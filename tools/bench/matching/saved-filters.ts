import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import type { SavedFilter } from './matcher.ts';
import { createWorkload } from './workload.ts';

/** The active ones of so many filters saved, one by one; ids from 1 up to `saved`. */
export function* activeFilters(seed: number, saved: number): Generator<SavedFilter> {
  const { filter } = createWorkload(seed);
  for (let id = 1; id <= saved; id++) {
    const { criteria, active } = filter();
    if (active) yield { id, criteria };
  }
}

/** What the index is built of. */
export function* entriesOf(filters: Iterable<SavedFilter>): Generator<readonly [number, FilterCriteria]> {
  for (const { id, criteria } of filters) yield [id, criteria];
}
