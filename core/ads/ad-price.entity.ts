import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';
import { Ad } from './ad.entity.ts';

const AdPriceSchema = defineEntity({
  name: 'AdPrice',
  tableName: 'ad_prices',
  properties: {
    adId: () => p.manyToOne(Ad).mapToPk().fieldName('ad_id').deleteRule('cascade').primary(),
    seenAt: time().primary(),
    price: p.integer(),
  },
});

/** A price of an ad and when it was first seen. */
export class AdPrice extends AdPriceSchema.class {}
AdPriceSchema.setClass(AdPrice);
