import { Composer } from 'grammy';
import { reply } from '../answers.ts';
import { COMMANDS } from '../commands.ts';
import type { BotContext } from '../context.ts';
import { signedUpUser } from '../middlewares/current-user.ts';
import type { Translate } from '../texts.ts';
import { openAppKeyboard } from './app.ts';

export const helpFeature = new Composer<BotContext>();

helpFeature.command('help', async (ctx) => {
  await signedUpUser(ctx);
  await reply(ctx, `${ctx.t('help.intro')}\n\n${commandLines(ctx.t)}`, openAppKeyboard(ctx));
});

/** What the bot can be told, a line for each command. */
export function commandLines(t: Translate): string {
  return COMMANDS.map((command) => `/${command} – ${t(`commands.${command}`)}`).join('\n');
}
