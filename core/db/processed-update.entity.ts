import { defineEntity, p } from '@mikro-orm/core';
import { time } from './base.entity.ts';

/** An update of Telegram whose handler has ended: a second delivery of it is dropped. Kept for 48 hours. */
export const ProcessedUpdate = defineEntity({
  name: 'ProcessedUpdate',
  tableName: 'processed_updates',
  properties: {
    updateId: p.bigint('number').primary().autoincrement(false),
    at: time().defaultRaw('now()'),
  },
});
