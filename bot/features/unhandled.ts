import { Composer } from 'grammy';
import { reply, toast } from '../answers.ts';
import { CONTENT } from '../content.ts';
import type { BotContext } from '../context.ts';
import { commandLines } from './help.ts';

/** The last feature: nobody who says something is met with silence. */
export const unhandledFeature = new Composer<BotContext>();

unhandledFeature.on('callback_query', (ctx) => toast(ctx, ctx.t('refusal.oldButton'), true));

unhandledFeature.on('message:text', (ctx) => reply(ctx, `${ctx.t('help.unknownText')}\n\n${commandLines(ctx)}`));

unhandledFeature.on([...CONTENT], (ctx) => reply(ctx, ctx.t('help.unknownContent')));
