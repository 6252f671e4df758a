import { defineEntity, p } from '@mikro-orm/core';
import type { Area, BodyType, Color, DealType, Engine, GearBox, Seller } from '../catalog/options.ts';
import { baseProperties, time } from '../db/base.entity.ts';

type DetailsState = 'pending' | 'done' | 'failed';

const AdSchema = defineEntity({
  name: 'Ad',
  tableName: 'ads',
  uniques: [{ name: 'ads_source_external_id_unique', properties: ['source', 'externalId'] }],
  indexes: [
    {
      name: 'ads_source_url_key_unique',
      expression:
        'create unique index "ads_source_url_key_unique" on "ads" ("source", "url_key") where "superseded_at" is null',
    },
    {
      name: 'ads_details_pending_index',
      expression:
        'create index "ads_details_pending_index" on "ads" ("source", "first_seen_at") where "details_state" = \'pending\'',
    },
    {
      name: 'ads_superseded_url_key_index',
      expression:
        'create index "ads_superseded_url_key_index" on "ads" ("source", "url_key") where "superseded_at" is not null',
    },
    {
      name: 'ads_missed_index',
      expression:
        'create index "ads_missed_index" on "ads" ("source", "missed_sweeps") where "missed_sweeps" > 0 and "gone_at" is null',
    },
    { name: 'ads_source_last_seen_at_index', properties: ['source', 'lastSeenAt'] },
    { name: 'ads_first_seen_at_index', properties: ['firstSeenAt'] },
    { name: 'ads_changed_xid_index', properties: ['changedXid'] },
    {
      name: 'ads_renewed_at_index',
      expression: 'create index "ads_renewed_at_index" on "ads" ("renewed_at") where "renewed_at" is not null',
    },
  ],
  checks: [
    { name: 'ads_price_not_negative', expression: 'price >= 0' },
    { name: 'ads_mileage_not_negative', expression: 'mileage >= 0' },
    { name: 'ads_volume_positive', expression: 'volume > 0' },
    { name: 'ads_details_state_known', expression: "details_state in ('pending', 'done', 'failed')" },
  ],
  properties: {
    ...baseProperties,
    source: p.text(),
    /** The source's row id; a superseded ad gives it up (suffix `~<id>`) where the new car took it over. */
    externalId: p.text(),
    url: p.text(),
    /** The canonical address: one for all hosts and languages of the site. */
    urlKey: p.text(),
    /** Brand, model, year, engine and volume, as far as known: tells another car under an old address. */
    fingerprint: p.text(),
    title: p.text().nullable(),
    photo: p.text().nullable(),
    brand: p.text().nullable(),
    model: p.text().nullable(),
    /** Whole euros. */
    price: p.integer().nullable(),
    year: p.smallint().nullable(),
    /** Decilitres. */
    volume: p.smallint().nullable(),
    /** Kilometres. */
    mileage: p.integer().nullable(),
    engine: p.text().$type<Engine>().nullable(),
    bodyType: p.text().$type<BodyType>().nullable(),
    color: p.text().$type<Color>().nullable(),
    area: p.text().$type<Area>().nullable(),
    gearBox: p.text().$type<GearBox>().nullable(),
    dealType: p.text().$type<DealType>().nullable(),
    /** Month index (year · 12 + month − 1) until which the inspection holds. */
    checkupMonth: p.smallint().nullable(),
    seller: p.text().$type<Seller>().nullable(),
    postedAt: time().nullable(),
    detailsState: p.text().$type<DetailsState>(),
    detailTries: p.smallint().default(0),
    firstSeenAt: time(),
    lastSeenAt: time(),
    /** Complete sweeps in a row that did not show the ad. */
    missedSweeps: p.smallint().default(0),
    renewedAt: time().nullable(),
    goneAt: time().nullable(),
    supersededAt: time().nullable(),
    /** The transaction that last changed a fact, or one of the times but the last visit's: written by a trigger. */
    changedXid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
});

/** One classified ad, normalised to our keys. */
export class Ad extends AdSchema.class {}
AdSchema.setClass(Ad);
