import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';

/** Who did what to whom. The target is a salted hash, so that a deleted account leaves no trace of identity. */
export const AdminAudit = defineEntity({
  name: 'AdminAudit',
  tableName: 'admin_audit',
  properties: {
    ...baseProperties,
    actor: p.text(),
    action: p.text(),
    targetHash: p.text(),
    ip: p.text().nullable(),
    at: time().defaultRaw('now()'),
  },
});
