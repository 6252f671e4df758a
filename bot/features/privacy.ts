import { Composer } from 'grammy';
import { reply } from '../answers.ts';
import type { BotContext } from '../context.ts';

export const privacyFeature = new Composer<BotContext>();

/** Who only asks what would be stored is not signed up for that. */
privacyFeature.command('privacy', (ctx) =>
  reply(ctx, ctx.t('privacy.text'), [[{ text: ctx.t('privacy.open'), web_app: { url: ctx.links.privacy } }]]),
);
