import { defineEntity, p } from '@mikro-orm/core';
import type { TroubleKind } from '../contracts/service.ts';
import { time } from '../db/base.entity.ts';

/** When the administrators last heard of a kind of trouble: at most once an hour each. */
export const Alarm = defineEntity({
  name: 'Alarm',
  tableName: 'alarms',
  properties: {
    kind: p.text().$type<TroubleKind>().primary(),
    lastSentAt: time(),
    /** How many there were of what is counted and stays until somebody deals with it; 0 for the rest. */
    toldCount: p.integer().default(0),
  },
});
