import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

/** When the administrators last heard of a kind of trouble: at most once an hour each. */
export const Alarm = defineEntity({
  name: 'Alarm',
  tableName: 'alarms',
  properties: {
    kind: p.text().primary(),
    lastSentAt: time(),
  },
});
