import type { NextFunction } from 'grammy';
import { DomainError } from '#core/errors.ts';
import type { BotContext } from '../context.ts';

/**
 * Telegram delivers an update again when it did not learn of its end. The mark is written after the handler: one that
 * was cut off runs once more, and handlers bear that.
 */
export async function skipProcessed(ctx: BotContext, next: NextFunction): Promise<void> {
  if (await ctx.core.processedUpdates.has(ctx.update.update_id)) return;
  try {
    await next();
  } catch (error) {
    // A refusal is an answer, too: what came before it counts, for example that a command ended a conversation.
    if (error instanceof DomainError) await mark(ctx);
    throw error;
  }
  await mark(ctx);
}

function mark({ core, update, conversationChange }: BotContext): Promise<void> {
  return core.processedUpdates.mark(update.update_id, conversationChange);
}
