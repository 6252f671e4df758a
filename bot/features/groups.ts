import { Composer } from 'grammy';
import { COMMANDS } from '../commands.ts';
import type { BotContext } from '../context.ts';

/** In a group the bot says one line when it is added or asked for something, and is silent otherwise. */
export const groupsFeature = new Composer<BotContext>();

const inGroup = groupsFeature.chatType(['group', 'supergroup']);

inGroup.command([...COMMANDS], askToWritePrivately);
inGroup.on('my_chat_member', async (ctx) => {
  const { old_chat_member: before, new_chat_member: now } = ctx.myChatMember;
  const wasOutside = before.status === 'left' || before.status === 'kicked';
  if (wasOutside && (now.status === 'member' || now.status === 'administrator')) await askToWritePrivately(ctx);
});

async function askToWritePrivately(ctx: BotContext): Promise<void> {
  await ctx.reply(ctx.t('group.writePrivately', { username: ctx.me.username }));
}
