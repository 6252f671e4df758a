import { defineEntity, p } from '@mikro-orm/core';

/** One row: up to which revision the change log was trimmed. A reader below it rebuilds its index. */
export const MatcherState = defineEntity({
  name: 'MatcherState',
  tableName: 'matcher_state',
  checks: [{ name: 'matcher_state_one_row', expression: 'id = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    trimmedThrough: p.bigint('number').default(0),
  },
});
