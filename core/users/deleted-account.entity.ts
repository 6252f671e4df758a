import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

/** Remembers for 48 hours that launch data of a deleted account must not open a new one by replay. */
export const DeletedAccount = defineEntity({
  name: 'DeletedAccount',
  tableName: 'deleted_accounts',
  properties: {
    /** Salted hash of the messaging ID. */
    telegramHash: p.text().primary(),
    validAfter: time(),
    expiresAt: time(),
  },
});
