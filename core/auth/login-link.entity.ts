import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

/** A one-time log-in: one that a browser asked for and the bot confirms, or one that the bot gave out. */
const LoginLinkSchema = defineEntity({
  name: 'LoginLink',
  tableName: 'login_links',
  checks: [{ name: 'login_links_state_known', expression: "state in ('pending', 'confirmed', 'used', 'cancelled')" }],
  properties: {
    /** SHA-256 of the token in the link; also the name of the log-in for the browser that waits. */
    tokenHash: p.text().primary(),
    /** Binds the link to the browser that asked; null: the bot gave it out, and it works where it is opened. */
    browserHash: p.text().nullable(),
    matchCode: p.text(),
    /** Browser and system that asked, to be shown in the chat. */
    client: p.text().nullable(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable(),
    state: p.text().$type<'pending' | 'confirmed' | 'used' | 'cancelled'>(),
    expiresAt: time(),
  },
});

export class LoginLink extends LoginLinkSchema.class {}
LoginLinkSchema.setClass(LoginLink);
