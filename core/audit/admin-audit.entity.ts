import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';
import type { ActorWay } from './actor.ts';

/** Who did what to whom. The target is a salted hash, so that a deleted account leaves no trace of identity. */
export const AdminAudit = defineEntity({
  name: 'AdminAudit',
  tableName: 'admin_audit',
  properties: {
    ...baseProperties,
    actor: p.text(),
    action: p.text(),
    targetHash: p.text(),
    /** Where it was done: in the pages, in the chat, on the command line. */
    way: p.text().$type<ActorWay>(),
    ip: p.text().nullable(),
    at: time().defaultRaw('now()'),
  },
});
