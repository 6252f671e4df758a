import { defineEntity, p } from '@mikro-orm/core';
import type { SignInWay } from '../contracts/sessions.ts';
import { time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  checks: [{ name: 'sessions_way_known', expression: "way in ('telegram', 'link', 'password', 'dev')" }],
  properties: {
    /** SHA-256 of the opaque token in the cookie; the token itself is stored nowhere. */
    tokenHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    way: p.text().$type<SignInWay>().default('telegram'),
    /** Browser and system, such as `Chrome · Windows`. */
    client: p.text().nullable(),
    createdAt: time().defaultRaw('now()'),
    lastUsedAt: time(),
    expiresAt: time(),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
