import type { NextFunction } from 'grammy';
import type { BotContext } from '../context.ts';

/** A logger that names the update; what was written or pressed is never logged. */
export async function logUpdate(ctx: BotContext, next: NextFunction): Promise<void> {
  const startedAt = performance.now();
  const { update_id: updateId, ...content } = ctx.update;
  ctx.logger = ctx.core.logger.child({ area: 'bot', updateId });
  await next();
  const ms = Math.round(performance.now() - startedAt);
  ctx.logger.debug({ kind: Object.keys(content)[0], ms }, 'update handled');
}
