import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';
import { Ad } from './ad.entity.ts';

export type AdEventKind = 'new' | 'details_completed' | 'price_drop';

const AdEventSchema = defineEntity({
  name: 'AdEvent',
  tableName: 'ad_events',
  indexes: [
    {
      name: 'ad_events_new_unique',
      expression: 'create unique index "ad_events_new_unique" on "ad_events" ("ad_id") where "kind" = \'new\'',
    },
    {
      name: 'ad_events_unmatched_index',
      expression:
        'create index "ad_events_unmatched_index" on "ad_events" ("released_at", "id") where "released_at" is not null and "matched_at" is null',
    },
    { name: 'ad_events_released_at_index', properties: ['releasedAt'] },
    {
      name: 'ad_events_held_index',
      expression: 'create index "ad_events_held_index" on "ad_events" ("hold_until") where "released_at" is null',
    },
  ],
  checks: [
    { name: 'ad_events_kind_known', expression: "kind in ('new', 'details_completed', 'price_drop')" },
    { name: 'ad_events_release_whole', expression: '(released_at is null) = (release_revision is null)' },
    { name: 'ad_events_drop_falls', expression: "kind <> 'price_drop' or (price < old_price)" },
  ],
  properties: {
    ...baseProperties,
    adId: () => p.manyToOne(Ad).mapToPk().fieldName('ad_id').deleteRule('cascade').index(),
    kind: p.text().$type<AdEventKind>(),
    oldPrice: p.integer().nullable(),
    price: p.integer().nullable(),
    /** A new ad waits for its details until then. */
    holdUntil: time().nullable(),
    /** The last filter revision at the release; later activations do not count for the event. */
    releaseRevision: p.bigint('number').nullable(),
    releasedAt: time().nullable(),
    matchedAt: time().nullable(),
    /** The filter revision the matcher used. */
    matchedRevision: p.bigint('number').nullable(),
  },
});

/** What happened to an ad and may concern a user. */
export class AdEvent extends AdEventSchema.class {}
AdEventSchema.setClass(AdEvent);
