import { Composer } from 'grammy';
import type { BotContext } from '../context.ts';

/** Whether alerts can reach a person, as far as Telegram tells. */
export const membershipFeature = new Composer<BotContext>();

membershipFeature.on('my_chat_member', async (ctx) => {
  const { from, new_chat_member: member } = ctx.myChatMember;
  if (member.status === 'kicked') await ctx.core.alerts.markUnreachable(from.id, 'blocked');
  else if (member.status === 'member') await ctx.core.alerts.markReachable(from.id);
});

membershipFeature.on('message:write_access_allowed', async (ctx) => {
  await ctx.core.alerts.markReachable(ctx.from.id);
});
