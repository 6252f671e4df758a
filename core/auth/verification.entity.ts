import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';

/** A code that the bot sends to prove that a Telegram account belongs to who asks. */
export const Verification = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  properties: {
    ...baseProperties,
    purpose: p.text().$type<'register' | 'messaging-account' | 'password'>(),
    /** What is carried out once the code is right. */
    pending: p.json<Record<string, unknown>>(),
    codeHash: p.text().nullable(),
    tries: p.smallint().default(0),
    browserHash: p.text(),
    expiresAt: time(),
  },
});
