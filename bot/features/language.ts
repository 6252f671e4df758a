import { Composer } from 'grammy';
import { LOCALES, resolveLocale } from '#core/i18n/locales.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { LANGUAGE_PATTERN, languageData } from '../callback-data.ts';
import { followUser } from '../commands.ts';
import type { BotContext } from '../context.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';
import { answerIn } from '../middlewares/locale.ts';

export const languageFeature = new Composer<BotContext>();

languageFeature.command('language', async (ctx) => {
  await signedUpUser(ctx);
  await reply(ctx, ctx.t('language.choose'), languageKeyboard(ctx));
});

languageFeature.callbackQuery(LANGUAGE_PATTERN, async (ctx) => {
  const user = knownUser(ctx);
  const locale = resolveLocale(ctx.match[1]);
  await ctx.core.users.setLanguage(user.id, locale);
  answerIn(ctx, locale);
  await toast(ctx, ctx.t('language.changed'));
  await editPressed(ctx, ctx.t('language.changed'), languageKeyboard(ctx));
  await followUser(ctx);
});

/** Every language in its own name. */
function languageKeyboard({ t }: BotContext): Keyboard {
  return [LOCALES.map((locale) => ({ text: t(`common:language.${locale}`), callback_data: languageData(locale) }))];
}
