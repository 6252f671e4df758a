import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';
import { Ad } from './ad.entity.ts';

const HiddenAdSchema = defineEntity({
  name: 'HiddenAd',
  tableName: 'hidden_ads',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary(),
    adId: () => p.manyToOne(Ad).mapToPk().fieldName('ad_id').deleteRule('cascade').primary().index(),
    hiddenAt: time().defaultRaw('now()'),
  },
});

/** An ad that a user does not want to hear of again. */
export class HiddenAd extends HiddenAdSchema.class {}
HiddenAdSchema.setClass(HiddenAd);
