import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

/** A log-in that a browser asked for and the bot confirms. */
export const LoginLink = defineEntity({
  name: 'LoginLink',
  tableName: 'login_links',
  checks: [{ name: 'login_links_state_known', expression: "state in ('pending', 'confirmed', 'used', 'cancelled')" }],
  properties: {
    tokenHash: p.text().primary(),
    /** Binds the link to the browser that asked. */
    browserHash: p.text(),
    matchCode: p.text(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable(),
    state: p.text().$type<'pending' | 'confirmed' | 'used' | 'cancelled'>(),
    expiresAt: time(),
  },
});
