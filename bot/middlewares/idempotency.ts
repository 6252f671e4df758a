import type { NextFunction } from 'grammy';
import type { BotContext } from '../context.ts';

/**
 * Telegram delivers an update again when it did not learn of its end. The mark is written after the handler: one that
 * was cut off runs once more, and handlers bear that.
 */
export async function skipProcessed(ctx: BotContext, next: NextFunction): Promise<void> {
  const { update_id: updateId } = ctx.update;
  if (await ctx.core.processedUpdates.has(updateId)) return;
  await next();
  await ctx.core.processedUpdates.mark(updateId);
}
