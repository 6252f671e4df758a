import type { NextFunction } from 'grammy';
import { type Locale, resolveLocale } from '#core/i18n/locales.ts';
import type { BotContext } from '../context.ts';
import { translator } from '../texts.ts';

/** The language of Telegram's own settings, until an account says otherwise. */
export function telegramLocale(ctx: BotContext, next: NextFunction): Promise<void> {
  answerIn(ctx, resolveLocale(ctx.from?.language_code));
  return next();
}

/** From here on the update is answered in this language. */
export function answerIn(ctx: BotContext, locale: Locale): void {
  ctx.locale = locale;
  ctx.t = translator(ctx.texts, locale);
}
