import type { NextFunction } from 'grammy';
import { type Actor, actingUser } from '#core/audit/actor.ts';
import { ForbiddenError, NotFoundError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import type { BotContext } from '../context.ts';
import { answerIn } from './locale.ts';

/** Finds the account of whoever wrote or pressed; the stored language wins over Telegram's. */
export async function currentUser(ctx: BotContext, next: NextFunction): Promise<void> {
  if (ctx.from) setUser(ctx, await ctx.core.users.findByTelegramId(ctx.from.id));
  await next();
}

/** Makes the account of whoever wrote, or brings the name in it up to date. */
export async function signUp(ctx: BotContext): Promise<{ user: User; created: boolean }> {
  if (!ctx.from) throw new NotFoundError('user.unknown');
  const { id: telegramId, first_name: firstName, language_code: languageCode } = ctx.from;
  const result = await ctx.core.users.signUp({ telegramId, firstName, languageCode });
  setUser(ctx, result.user);
  return result;
}

/** The account; somebody without one who sends a command gets it quietly. */
export async function signedUpUser(ctx: BotContext): Promise<User> {
  return ctx.user ?? (await signUp(ctx)).user;
}

/**
 * The account behind a press. An old button never makes an account: it may have been deleted on purpose.
 * @throws NotFoundError user.unknown
 */
export function knownUser(ctx: BotContext): User {
  if (!ctx.user) throw new NotFoundError('user.unknown');
  return ctx.user;
}

/**
 * The administrator who pressed; an old button does not know that they may be none any more.
 * @throws ForbiddenError auth.notAdmin
 */
export function actingAdmin(ctx: BotContext): Actor {
  if (ctx.user?.role !== 'admin') throw new ForbiddenError('auth.notAdmin');
  return actingUser(ctx.user.id, 'bot');
}

function setUser(ctx: BotContext, user: User | null): void {
  ctx.user = user;
  if (user) answerIn(ctx, user.language);
}
