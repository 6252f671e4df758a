import type { FiltersResponse, FilterView } from '#core/contracts/filter.ts';
import type { Filter } from '#core/filters/filter.entity.ts';
import { criteriaOf } from '#core/filters/filter-criteria.ts';

/** The switch as the wire spells it. */
export function switchPosition(filter: Pick<Filter, 'active'>): 0 | 1 {
  return filter.active ? 1 : 0;
}

function filterView(filter: Filter): FilterView {
  return { filterName: filter.name, ...criteriaOf(filter), active: switchPosition(filter) };
}

/** The filters by their ids, each in a list of one. */
export function filtersView(filters: readonly Filter[]): FiltersResponse {
  return Object.fromEntries(filters.map((filter) => [String(filter.id), [filterView(filter)]]));
}
