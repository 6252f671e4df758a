import type { NextFunction } from 'grammy';
import type { BotContext } from '../context.ts';

/** Every update works with an entity manager of its own. */
export function ormContext(ctx: BotContext, next: NextFunction): Promise<void> {
  return ctx.core.run(next);
}
