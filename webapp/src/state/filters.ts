import type { FilterBody } from '#core/contracts/filter.ts';
import type { FiltersResponse, FilterUpdated, FilterView } from '#core/contracts/filter-answers.ts';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { ApiError } from '../api/client.ts';
import { getFilterLimit, getFilters, updateFilter } from '../api/endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

/** A stored filter and its id. */
export interface OwnFilter extends FilterView {
  readonly id: number;
}

export const FILTERS_KEY = ['filters'];

/** The user's filters, the oldest first. */
export const filtersAtom = atomWithQuery(() => ({
  queryKey: FILTERS_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => listOf(await getFilters(signal)),
}));

/** How many filters the user's role may have switched on. */
export const filterLimitAtom = atomWithQuery(() => ({
  queryKey: ['filter-limit'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getFilterLimit(signal),
}));

function listOf(response: FiltersResponse): OwnFilter[] {
  return Object.entries(response)
    .flatMap(([id, filters]) => filters.map((filter) => ({ ...filter, id: Number(id) })))
    .sort((a, b) => a.id - b.id);
}

/** What is sent to store the filter: without what the server only tells. */
export function filterBody(filter: FilterCriteria & { readonly filterName: string }, active: 0 | 1): FilterBody {
  return { filters: { filterName: filter.filterName, ...criteriaOf(filter), active } };
}

function criteriaOf(filter: FilterCriteria): FilterCriteria {
  const isCriterion = (key: string) => key in NO_CRITERIA;
  return Object.fromEntries(Object.entries(filter).filter(([key]) => isCriterion(key))) as FilterCriteria;
}

/**
 * Switches a filter on or off on the server, and in the list once the server has done it.
 * @throws ApiError when the server refuses or cannot be reached; the list then shows what is stored.
 */
export const switchFilterAtom = atom(
  null,
  async (_get, _set, filter: OwnFilter, active: 0 | 1): Promise<FilterUpdated> => {
    const { id } = filter;
    // An answer that is on its way still tells the old position.
    await queryClient.cancelQueries({ queryKey: FILTERS_KEY });
    try {
      const updated = await updateFilter(id, filterBody(filter, active));
      keep(id, updated.active);
      return updated;
    } catch (error) {
      const stored = error instanceof ApiError ? error.details.active : undefined;
      if (stored === undefined) void queryClient.invalidateQueries({ queryKey: FILTERS_KEY });
      else keep(id, stored);
      throw error;
    }
  },
);

function keep(id: number, active: 0 | 1): void {
  queryClient.setQueryData<OwnFilter[]>(FILTERS_KEY, (filters) =>
    filters?.map((filter) => (filter.id === id ? { ...filter, active } : filter)),
  );
}
