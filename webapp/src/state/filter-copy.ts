import { inspectionMonths, monthIndex } from '#core/catalog/inspection-months.ts';
import { createFilter, deleteFilter } from '../api/endpoints.ts';
import { atom, queryClient } from '../store.ts';
import { FILTERS_KEY, filterBody, type OwnFilter } from './filters.ts';

/** A copy as it is stored. */
export interface FilterCopy {
  readonly filter: OwnFilter;
  /** The server's words where it stored the copy switched off though the original is on. */
  readonly message: string | null;
}

/**
 * Stores a second filter with the same criteria under the given name.
 * @throws ApiError when the server refuses or cannot be reached.
 */
export const copyFilterAtom = atom(
  null,
  async (_get, _set, original: OwnFilter, filterName: string): Promise<FilterCopy> => {
    const wanted = { ...original, filterName, checkup: possibleMonth(original.checkup) };
    const { filterId, active, message } = await createFilter(filterBody(wanted, original.active));
    const filter = { ...wanted, id: filterId, active, alertsThisWeek: 0, lastAlertAt: null };
    await changeList((filters) => [...filters, filter]);
    return { filter, message: message ?? null };
  },
);

/** Deletes a copy again. @throws ApiError when it is still stored. */
export const undoCopyAtom = atom(null, async (_get, _set, { id }: OwnFilter): Promise<void> => {
  await deleteFilter(id);
  await changeList((filters) => filters.filter((filter) => filter.id !== id));
});

/** A new filter may not ask for a month that has passed; of what is valid that long, the current one asks the same. */
function possibleMonth(checkup: string): string {
  const [current = checkup] = inspectionMonths(new Date());
  return monthIndex(checkup) < monthIndex(current) ? current : checkup;
}

async function changeList(change: (filters: readonly OwnFilter[]) => OwnFilter[]): Promise<void> {
  // An answer that is on its way still tells the old list.
  await queryClient.cancelQueries({ queryKey: FILTERS_KEY });
  queryClient.setQueryData<OwnFilter[]>(FILTERS_KEY, (filters) => filters && change(filters));
}
