import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

/** One row: until when all sending waits, because Telegram said so or does not answer. */
export const SenderState = defineEntity({
  name: 'SenderState',
  tableName: 'sender_state',
  checks: [{ name: 'sender_state_one_row', expression: 'id = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    pausedUntil: time().nullable(),
    breakerUntil: time().nullable(),
  },
});
