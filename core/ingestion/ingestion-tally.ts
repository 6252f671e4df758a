import type { RunCounts } from './run-log.ts';

const RESULTS = {
  new: 'new',
  renewed: 'renewed',
  priceDrops: 'price_drop',
  unchanged: 'unchanged',
  badRows: 'bad',
} as const;
type IngestionResult = (typeof RESULTS)[keyof typeof RESULTS];

/** What this process has read of its sources since it started. */
export class IngestionTally {
  readonly #sums = new Map<string, Map<IngestionResult, number>>();

  add(source: string, counts: RunCounts): void {
    const sums = this.#sums.get(source) ?? new Map<IngestionResult, number>();
    this.#sums.set(source, sums);
    for (const [key, result] of Object.entries(RESULTS)) {
      const more = counts[key as keyof typeof RESULTS];
      sums.set(result, (sums.get(result) ?? 0) + more);
    }
  }

  /** The ads of each source by what became of them; an ad that was renewed and fell in price counts as both. */
  list(): { readonly source: string; readonly result: IngestionResult; readonly count: number }[] {
    return [...this.#sums].flatMap(([source, sums]) => [...sums].map(([result, count]) => ({ source, result, count })));
  }
}
