import type { FilterBody } from '#core/contracts/filter.ts';
import type { FilterCreated, FilterUpdated } from '#core/contracts/filter-answers.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { ApiError } from '../api/client.ts';
import { createFilter, deleteFilter, updateFilter } from '../api/endpoints.ts';
import { atom, queryClient } from '../store.ts';
import { FILTERS_KEY, type OwnFilter } from './filters.ts';

/** The fields of a filter, complete and in wire form. */
interface SavedBody extends FilterBody {
  readonly filters: FilterCriteria & { readonly filterName: string; readonly active: 0 | 1 };
}

interface Created extends FilterCreated {
  /** The list of filters knows it. */
  readonly isListed: boolean;
}

/**
 * Stores a new filter, and reads the list of filters again before it answers.
 * @throws ApiError when the server refuses or cannot be reached.
 */
export const createFilterAtom = atom(null, async (_get, _set, body: SavedBody): Promise<Created> => {
  const created = await createFilter(body);
  await queryClient.invalidateQueries({ queryKey: FILTERS_KEY });
  const filters = queryClient.getQueryData<OwnFilter[]>(FILTERS_KEY) ?? [];
  return { ...created, isListed: filters.some(({ id }) => id === created.filterId) };
});

/**
 * Stores a filter that exists, and shows it so in the list.
 * @throws ApiError when the server refuses or cannot be reached; the list then has the position of the switch that the
 * refusal told.
 */
export const saveFilterAtom = atom(null, async (_get, _set, id: number, body: SavedBody): Promise<FilterUpdated> => {
  // An answer that is on its way still tells the old filter.
  await queryClient.cancelQueries({ queryKey: FILTERS_KEY });
  try {
    const updated = await updateFilter(id, body);
    patch(id, { ...body.filters, active: updated.active });
    return updated;
  } catch (error) {
    const active = error instanceof ApiError ? error.details.active : undefined;
    if (active !== undefined) patch(id, { active });
    throw error;
  } finally {
    // What the server words itself, such as the names of makes, follows.
    void queryClient.invalidateQueries({ queryKey: FILTERS_KEY });
  }
});

/** Deletes a filter, on the server and then in the list; one that is gone already, too. @throws ApiError when that failed. */
export const deleteFilterAtom = atom(null, async (_get, _set, id: number): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: FILTERS_KEY });
  try {
    await deleteFilter(id).catch(unlessGone);
    change((filters) => filters.filter((filter) => filter.id !== id));
  } finally {
    void queryClient.invalidateQueries({ queryKey: FILTERS_KEY });
  }
});

/** Another window was faster, or the answer to an earlier try was lost: it is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'filter.notFound')) throw error;
}

function patch(id: number, fields: Partial<OwnFilter>): void {
  change((filters) => filters.map((filter) => (filter.id === id ? { ...filter, ...fields } : filter)));
}

function change(changed: (filters: OwnFilter[]) => OwnFilter[]): void {
  queryClient.setQueryData<OwnFilter[]>(FILTERS_KEY, (filters) => filters && changed(filters));
}
