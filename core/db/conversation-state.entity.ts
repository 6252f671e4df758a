import { defineEntity, p } from '@mikro-orm/core';
import { time } from './base.entity.ts';

/** Where a conversation with the bot stands, so that it survives a restart. */
export const ConversationState = defineEntity({
  name: 'ConversationState',
  tableName: 'conversation_states',
  properties: {
    key: p.text().primary(),
    value: p.json<unknown>(),
    updatedAt: time().defaultRaw('now()'),
  },
});
