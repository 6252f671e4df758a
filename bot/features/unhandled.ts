import { Composer } from 'grammy';
import { reply, toast } from '../answers.ts';
import type { BotContext } from '../context.ts';
import { commandLines } from './help.ts';

/** The last feature: nobody who says something is met with silence. */
export const unhandledFeature = new Composer<BotContext>();

unhandledFeature.on('callback_query', (ctx) => toast(ctx, ctx.t('refusal.oldButton'), true));

unhandledFeature.on('message:text', (ctx) => reply(ctx, `${ctx.t('help.unknownText')}\n\n${commandLines(ctx.t)}`));

/** What people send; messages of Telegram itself (a pinned message, a new photo of the chat) want no answer. */
unhandledFeature.on(
  [
    'message:file',
    'message:contact',
    'message:location',
    'message:poll',
    'message:dice',
    'message:game',
    'message:story',
  ],
  (ctx) => reply(ctx, ctx.t('help.unknownContent')),
);
