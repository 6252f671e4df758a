import { Composer } from 'grammy';
import { type Keyboard, reply } from '../answers.ts';
import type { BotContext } from '../context.ts';
import { signedUpUser } from '../middlewares/current-user.ts';

export const appFeature = new Composer<BotContext>();

appFeature.command('app', async (ctx) => {
  await signedUpUser(ctx);
  await reply(ctx, ctx.t('app.text'), openAppKeyboard(ctx));
});

export function createFilterKeyboard(ctx: BotContext): Keyboard {
  return [[{ text: ctx.t('filters.create'), web_app: { url: ctx.links.newFilter } }]];
}

export function openAppKeyboard(ctx: BotContext): Keyboard {
  return [[{ text: ctx.t('app.open'), web_app: { url: ctx.links.home } }]];
}
