import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

/** How often something secret was guessed wrong. */
export const GuessLimit = defineEntity({
  name: 'GuessLimit',
  tableName: 'guess_limits',
  properties: {
    /** SHA-256 of what is counted: an account, an address, both. */
    key: p.text().primary(),
    count: p.integer(),
    resetsAt: time(),
  },
});
