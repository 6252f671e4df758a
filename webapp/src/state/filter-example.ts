import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { getHistogram, previewFilter } from '../api/endpoints.ts';
import { atomWithQuery } from '../store.ts';

/** What the example of an empty list looks for. */
export const EXAMPLE: FilterCriteria & { readonly priceMax: number } = {
  ...NO_CRITERIA,
  carBrand: 'volkswagen',
  carModel: ['golf'],
  priceMax: 8000,
  yearMin: 2012,
};

/** What the example would find on the market now, and what such cars cost. */
export const exampleFiguresAtom = atomWithQuery(() => ({
  queryKey: ['filter-example'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const body = { filters: EXAMPLE };
    const [preview, histogram] = await Promise.all([previewFilter(body, signal), getHistogram(body, signal)]);
    return { matching: preview.matching, perWeek: preview.perWeek, prices: histogram.price?.bars ?? [] };
  },
}));
