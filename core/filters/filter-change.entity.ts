import { defineEntity, p } from '@mikro-orm/core';

/**
 * The change log of the filters, in the order of the commits. Written by a deferred constraint trigger on `filters`,
 * never by code; `filterId` may name a filter that is gone.
 */
export const FilterChange = defineEntity({
  name: 'FilterChange',
  tableName: 'filter_changes',
  properties: {
    revision: p.bigint('number').primary().autoincrement(false),
    filterId: p.bigint('number'),
  },
});
