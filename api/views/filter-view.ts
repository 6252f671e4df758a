import { brandName } from '#core/catalog/brands.ts';
import { ALL } from '#core/catalog/options.ts';
import type { FiltersResponse, FilterView } from '#core/contracts/filter-answers.ts';
import type { Filter } from '#core/filters/filter.entity.ts';
import { criteriaOf } from '#core/filters/filter-criteria.ts';
import { modelText, type OptionTexts } from '#core/i18n/car-names.ts';
import type { FilterAlerts } from '#core/notifications/alert-history.ts';

/** The switch as the wire spells it. */
export function switchPosition(filter: Pick<Filter, 'active'>): 0 | 1 {
  return filter.active ? 1 : 0;
}

/** The filters by their ids, each in a list of one, named in the language of the texts. */
export function filtersView(
  filters: readonly Filter[],
  alerts: ReadonlyMap<number, FilterAlerts>,
  t: OptionTexts,
): FiltersResponse {
  return Object.fromEntries(
    filters.map((filter) => [String(filter.id), [filterView(filter, alerts.get(filter.id), t)]]),
  );
}

function filterView(filter: Filter, alerts: FilterAlerts | undefined, t: OptionTexts): FilterView {
  const criteria = criteriaOf(filter);
  const { carBrand, carModel } = criteria;
  return {
    filterName: filter.name,
    ...criteria,
    active: switchPosition(filter),
    brandName: carBrand === ALL ? null : brandName(carBrand),
    modelNames: carModel.map((key) => modelText(carBrand, key, t)),
    alertsThisWeek: alerts?.thisWeek ?? 0,
    lastAlertAt: alerts?.lastAt.toISOString() ?? null,
  };
}
