import { Composer } from 'grammy';
import type { Filter } from '#core/filters/filter.entity.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { User } from '#core/users/user.entity.ts';
import { type Keyboard, reply } from '../answers.ts';
import { followLanguage } from '../commands.ts';
import type { BotContext } from '../context.ts';
import { quotedName } from '../delivery/alert-buttons.ts';
import { signUp } from '../middlewares/current-user.ts';
import { openAppKeyboard } from './app.ts';

/** `/start f_12`: the way from elsewhere to the editor of a filter. */
const FILTER_PAYLOAD = /^f_([1-9]\d{0,14})$/;

export const startFeature = new Composer<BotContext>();

startFeature.command('start', async (ctx) => {
  const { user, created } = await signUp(ctx);
  await ctx.core.alerts.markReachable(user.telegramId);
  if (created) return welcome(ctx);
  const filter = await namedFilter(ctx, user, ctx.match);
  if (filter) return offerEditor(ctx, filter);
  const { text, keyboard } = await stateOf(ctx, user);
  await reply(ctx, text, keyboard);
});

async function welcome(ctx: BotContext): Promise<void> {
  await reply(ctx, ctx.t('start.welcome'), openAppKeyboard(ctx));
  await followLanguage(ctx);
}

async function namedFilter(ctx: BotContext, user: User, payload: string): Promise<Filter | undefined> {
  const id = FILTER_PAYLOAD.exec(payload)?.[1];
  if (!id) return undefined;
  const filters = await ctx.core.filters.list(user.id);
  return filters.find((filter) => filter.id === Number(id));
}

async function offerEditor(ctx: BotContext, { id, name }: Filter): Promise<void> {
  const url = ctx.links.editFilter(id);
  await reply(ctx, ctx.t('start.filter', { name: quotedName(name, ctx.t) }), [
    [{ text: ctx.t('filters.edit'), web_app: { url } }],
  ]);
}

/** How things stand for a user who comes back. */
async function stateOf(ctx: BotContext, user: User): Promise<{ text: string; keyboard: Keyboard }> {
  const filters = await ctx.core.filters.list(user.id);
  const { paused } = await ctx.core.alerts.state(user.id);
  const limit = activeFilterLimit(user.role);
  const active = filters.filter((filter) => filter.active).length;
  const lines = [
    limit === 0 ? ctx.t('start.noPlan') : null,
    filters.length === 0 && limit > 0 ? ctx.t('start.noFilters') : null,
    filters.length > 0 && limit > 0 ? ctx.t('start.active', { active, limit }) : null,
    paused ? ctx.t('start.paused') : null,
  ];
  return { text: lines.filter((line) => line !== null).join('\n'), keyboard: openAppKeyboard(ctx) };
}
