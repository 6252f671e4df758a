import {
  type ConversationContextStorage,
  type ConversationData,
  PLUGIN_DATA_VERSION,
  type VersionedState,
} from '@grammyjs/conversations';
import { z } from 'zod';
import type { BotContext } from '../context.ts';
import { FEEDBACK_VERSION } from '../conversations/feedback.ts';
import { REPORT_VERSION } from '../conversations/report-problem.ts';

const VERSION = `report ${REPORT_VERSION}, feedback ${FEEDBACK_VERSION}`;

const readableSchema = z.object({ version: z.tuple([z.literal(PLUGIN_DATA_VERSION), z.literal(VERSION)]) });

/**
 * Conversations in the database. What an update makes of one is kept with the update and stored together with its mark
 * (`middlewares/idempotency.ts`): an update that fails leaves the conversation where it stood.
 */
export const conversationStorage: ConversationContextStorage<BotContext, ConversationData> = {
  type: 'context',
  version: VERSION,
  adapter: {
    async read(ctx) {
      // Without an account there is no conversation.
      const stored = ctx.user ? await ctx.core.conversationStates.read(ctx.user.telegramId) : null;
      if (stored === null) return undefined;
      if (isReadable(stored)) return stored;
      keep(ctx, null);
      return undefined;
    },
    write: keep,
    delete: (ctx) => keep(ctx, null),
  },
};

/** Whether a conversation was found that this version cannot read; to be asked before the update is answered. */
export function isConversationLost(ctx: BotContext): boolean {
  return ctx.conversationChange !== null;
}

function isReadable(stored: unknown): stored is VersionedState<ConversationData> {
  return readableSchema.safeParse(stored).success;
}

function keep(ctx: BotContext, state: VersionedState<ConversationData> | null): void {
  if (ctx.user) ctx.conversationChange = { chatId: ctx.user.telegramId, state };
}
