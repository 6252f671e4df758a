import { Composer } from 'grammy';
import { reply } from '../answers.ts';
import { commandList } from '../commands.ts';
import type { BotContext } from '../context.ts';
import { signedUpUser } from '../middlewares/current-user.ts';
import { openAppKeyboard } from './app.ts';

export const helpFeature = new Composer<BotContext>();

helpFeature.command('help', async (ctx) => {
  await signedUpUser(ctx);
  await reply(ctx, `${ctx.t('help.intro')}\n\n${commandLines(ctx)}`, openAppKeyboard(ctx));
});

/** What the bot can be told, a line for each command. */
export function commandLines({ t, user }: BotContext): string {
  return commandList(t, user)
    .map(({ command, description }) => `/${command} – ${description}`)
    .join('\n');
}
