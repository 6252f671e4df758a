import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { MatchIndex } from '#core/matching/match-index.ts';
import { matches } from '#core/matching/matches.ts';
import { edgeCriteria, edgeFacts } from '#tests/support/edge-arbitraries.ts';
import { createWorkload, type Workload } from '#tools/bench/matching/workload.ts';

const SEED = 20_261_121;

function activeFilters(workload: Workload, saved: number): Map<number, FilterCriteria> {
  const filters = new Map<number, FilterCriteria>();
  for (let id = 1; id <= saved; id++) {
    const { criteria, active } = workload.filter();
    if (active) filters.set(id, criteria);
  }
  return filters;
}

/** How many of the ads the index and the predicate disagree about. */
function wrongSets(index: MatchIndex, filters: ReadonlyMap<number, FilterCriteria>, ads: readonly AdFacts[]): number {
  return ads.filter((ad) => {
    const found = index.match(ad);
    const set = new Set(found);
    if (set.size !== found.length) return true;
    for (const [id, filter] of filters) if (matches(filter, ad) !== set.has(id)) return true;
    return false;
  }).length;
}

describe('the index and the predicate give the same sets', () => {
  it.each([
    [1_000, 5_000],
    [10_000, 1_000],
    [100_000, 200],
  ])('of %i saved filters for %i ads, before and after 20,000 updates', (saved, count) => {
    const workload = createWorkload(SEED);
    const filters = activeFilters(workload, saved);
    const index = new MatchIndex();
    index.build(filters);
    const ads = Array.from({ length: count }, workload.ad);
    expect(wrongSets(index, filters, ads)).toBe(0);
    for (let update = 0; update < 20_000; update++) {
      const id = 1 + ((update * 7_919) % saved);
      const { criteria, active } = workload.filter();
      if (active) {
        filters.set(id, criteria);
        index.upsert(id, criteria);
      } else {
        filters.delete(id);
        index.remove(id);
      }
    }
    expect(index.size).toBe(filters.size);
    expect(wrongSets(index, filters, ads.slice(0, count / 2))).toBe(0);
  });

  it('on and beside the edges of all bands, a million times', () => {
    const filters = fc.array(edgeCriteria, { minLength: 100, maxLength: 100 });
    const ads = fc.array(edgeFacts, { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(filters, ads, (criteria, facts) => {
        const index = new MatchIndex();
        const known = new Map(criteria.entries());
        for (const [id, filter] of known) index.upsert(id, filter);
        for (let id = 0; id < 50; id++) {
          index.remove(id);
          known.delete(id);
          index.upsert(1_000 + id, criteria[id] as FilterCriteria);
          known.set(1_000 + id, criteria[id] as FilterCriteria);
        }
        expect(wrongSets(index, known, facts)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
