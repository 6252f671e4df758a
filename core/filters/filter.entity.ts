import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

const keys = () => p.array().columnType('text[]').default([]);

const FilterSchema = defineEntity({
  name: 'Filter',
  tableName: 'filters',
  uniques: [{ name: 'filters_user_id_name_key_unique', properties: ['userId', 'nameKey'] }],
  indexes: [
    {
      name: 'filters_active_index',
      expression: 'create index "filters_active_index" on "filters" ("user_id", "id") where "active"',
    },
  ],
  checks: [
    { name: 'filters_price_range', expression: 'price_min >= 0 and price_max >= 0 and price_min <= price_max' },
    {
      name: 'filters_year_range',
      expression: 'year_min >= 1900 and year_max >= 1900 and year_max <= 2100 and year_min <= year_max',
    },
    {
      name: 'filters_volume_range',
      expression: 'volume_min >= 1 and volume_max >= 1 and volume_max <= 200 and volume_min <= volume_max',
    },
    { name: 'filters_mileage_range', expression: 'mileage_min > 0 and mileage_max > 0 and mileage_min <= mileage_max' },
  ],
  properties: {
    ...baseProperties,
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    name: p.text(),
    /** The name folded for comparison: NFC, trimmed, case-folded. */
    nameKey: p.text(),
    /** Brand key or "0" for all. */
    brand: p.text().default('0'),
    /** Model and group keys; empty: all. */
    models: keys(),
    priceMin: p.integer().nullable(),
    priceMax: p.integer().nullable(),
    yearMin: p.smallint().nullable(),
    yearMax: p.smallint().nullable(),
    /** Decilitres, so that steps of 0.1 are exact. */
    volumeMin: p.smallint().nullable(),
    volumeMax: p.smallint().nullable(),
    /** Kilometres. */
    mileageMin: p.integer().nullable(),
    mileageMax: p.integer().nullable(),
    engines: keys(),
    bodyTypes: keys(),
    colors: keys(),
    areas: keys(),
    gearBox: p.text().default('0'),
    dealType: p.text().default('0'),
    /** Month index (year · 12 + month − 1) until which the inspection must hold; null: any. */
    checkupMonth: p.smallint().nullable(),
    active: p.boolean(),
    /** Revision of the change log at which the filter last became active; drawn at commit by the trigger. */
    activatedRevision: p.bigint('number').nullable(),
    editedAt: time(),
  },
});

/** A user's saved search. */
export class Filter extends FilterSchema.class {}
FilterSchema.setClass(Filter);
