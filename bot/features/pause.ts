import { Composer } from 'grammy';
import { reply } from '../answers.ts';
import type { BotContext } from '../context.ts';
import { signedUpUser } from '../middlewares/current-user.ts';
import { openAppKeyboard } from './app.ts';

export const pauseFeature = new Composer<BotContext>();

pauseFeature.command('pause', async (ctx) => {
  const user = await signedUpUser(ctx);
  const { paused } = await ctx.core.alerts.state(user.id);
  if (!paused) await ctx.core.alerts.pause(user.id);
  await reply(ctx, ctx.t(paused ? 'pause.already' : 'pause.done'));
});

pauseFeature.command('resume', async (ctx) => {
  const user = await signedUpUser(ctx);
  const { paused } = await ctx.core.alerts.state(user.id);
  if (!paused) return reply(ctx, ctx.t('resume.already'));
  const { missed } = await ctx.core.alerts.resume(user.id);
  const news = missed === 0 ? ctx.t('resume.nothingMissed') : ctx.t('resume.missed', { count: missed });
  await reply(ctx, `${ctx.t('resume.done')}\n${news}`, openAppKeyboard(ctx));
});
