import { defineEntity, p } from '@mikro-orm/core';

/** One row: the last transaction that took ads out of their table. Whoever mirrors the market then loads it anew. */
export const MarketState = defineEntity({
  name: 'MarketState',
  tableName: 'market_state',
  checks: [{ name: 'market_state_one_row', expression: 'id = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    resetXid: p.string().columnType('xid8').defaultRaw("'0'"),
  },
});
