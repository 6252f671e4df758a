import { expect, it } from 'vitest';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { type FilterOrder, sortFilters } from './filter-order.ts';
import type { OwnFilter } from './filters.ts';

function filter(id: number, filterName: string, lastAlertAt: string | null): OwnFilter {
  return { ...NO_CRITERIA, id, filterName, lastAlertAt, active: 1, brandName: null, modelNames: [], alertsThisWeek: 0 };
}

const FILTERS = [
  filter(1, 'Ģimenes auto', '2026-11-20T08:00:00.000Z'),
  filter(2, 'Golf 10', null),
  filter(3, 'Zils', '2026-11-21T08:00:00.000Z'),
  filter(4, 'Golf 2', null),
];

it.each<[FilterOrder, string[]]>([
  ['lastAlert', ['Zils', 'Ģimenes auto', 'Golf 2', 'Golf 10']],
  ['name', ['Golf 2', 'Golf 10', 'Ģimenes auto', 'Zils']],
  ['newest', ['Golf 2', 'Zils', 'Golf 10', 'Ģimenes auto']],
])('sorts by %s', (order, expected) => {
  expect(sortFilters(FILTERS, order, 'lv').map(({ filterName }) => filterName)).toEqual(expected);
});
