import { type BotError, GrammyError } from 'grammy';
import { isDatabaseAway } from '#core/db/database-away.ts';
import { DomainError } from '#core/errors.ts';
import { reply, toast } from './answers.ts';
import type { BotContext } from './context.ts';
import { loggableError } from './loggable-error.ts';

/**
 * The end of every failed update: a refusal is explained, anything else is logged and owned up to.
 * @throws what says that the database is away: the update can be handled later
 */
export async function handleError({ error, ctx }: BotError<BotContext>): Promise<void> {
  if (error instanceof DomainError) return tell(ctx, refusalText(ctx, error));
  if (isDatabaseAway(error)) throw error;
  ctx.logger.error({ err: loggableError(error) }, 'update failed');
  const isBlocked = error instanceof GrammyError && error.error_code === 403;
  if (!isBlocked) await tell(ctx, ctx.t('refusal.generic'));
}

function refusalText(ctx: BotContext, error: DomainError): string {
  if (error.code === 'user.unknown') return ctx.t('refusal.startFirst');
  return ctx.t(`errors:${error.code}`, { ...error.params });
}

/** Where even this cannot be said, the log is the last to know. */
async function tell(ctx: BotContext, text: string): Promise<void> {
  try {
    if (ctx.callbackQuery) await toast(ctx, text, true);
    else if (ctx.chat?.type === 'private') await reply(ctx, text);
  } catch (error) {
    ctx.logger.warn({ err: loggableError(error) }, 'answer failed');
  }
}
