import { expect, it } from 'vitest';
import { filterBodySchema } from '#core/contracts/filter.ts';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { filterBody, type OwnFilter } from './filters.ts';

it('sends of a stored filter what the server takes', () => {
  const told = { id: 7, brandName: 'BMW', modelNames: ['320'], alertsThisWeek: 2, lastAlertAt: null };
  const filter: OwnFilter = {
    ...NO_CRITERIA,
    ...told,
    filterName: 'Golf',
    carBrand: 'bmw',
    carModel: ['320'],
    active: 1,
  };
  const body = filterBody(filter, 0);
  expect(filterBodySchema.parse(body)).toEqual(body);
  expect(body.filters).toMatchObject({ filterName: 'Golf', carBrand: 'bmw', active: 0 });
});
