import { atom } from '../store.ts';
import { readStored, writeStored } from './browser-storage.ts';
import type { OwnFilter } from './filters.ts';

/** By what the list of filters can be sorted. */
export const FILTER_ORDERS = ['lastAlert', 'name', 'newest'] as const;
export type FilterOrder = (typeof FILTER_ORDERS)[number];

const chosenAtom = atom(readStored('filterOrder'));

/** The order that the person chose in this browser; the latest alert comes first until then. */
export const filterOrderAtom = atom(
  (get): FilterOrder => FILTER_ORDERS.find((order) => order === get(chosenAtom)) ?? 'lastAlert',
  (_get, set, order: FilterOrder) => {
    writeStored('filterOrder', order);
    set(chosenAtom, order);
  },
);

/** The filters in that order; what is equal stands with the newest first. */
export function sortFilters(filters: readonly OwnFilter[], order: FilterOrder, locale: string): OwnFilter[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const compareBy: Record<FilterOrder, (a: OwnFilter, b: OwnFilter) => number> = {
    // ISO times sort as texts, and no time at all comes last.
    lastAlert: (a, b) => (b.lastAlertAt ?? '').localeCompare(a.lastAlertAt ?? '', 'en'),
    name: (a, b) => compare(a.filterName, b.filterName),
    newest: () => 0,
  };
  return [...filters].sort((a, b) => compareBy[order](a, b) || b.id - a.id);
}
