import { Composer } from 'grammy';
import type { Filter } from '#core/filters/filter.entity.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { User } from '#core/users/user.entity.ts';
import { type Keyboard, reply } from '../answers.ts';
import { followUser } from '../commands.ts';
import type { BotContext } from '../context.ts';
import { editFiltersButton, quotedName } from '../delivery/alert-buttons.ts';
import { signUp } from '../middlewares/current-user.ts';
import { createFilterKeyboard, openAppKeyboard } from './app.ts';

/** `/start f_12`: the way from elsewhere to the editor of a filter. */
const FILTER_PAYLOAD = /^f_([1-9]\d{0,14})$/;

export const startFeature = new Composer<BotContext>();

startFeature.command('start', async (ctx) => {
  const { user, created } = await arrive(ctx);
  if (created) return;
  const filter = await namedFilter(ctx, user, ctx.match);
  if (filter) return offerEditor(ctx, filter);
  const { text, keyboard } = await stateOf(ctx, user);
  await reply(ctx, text, keyboard);
});

/** Who starts the bot has an account from then on, and can be reached; somebody new is welcomed. */
export async function arrive(ctx: BotContext): Promise<{ user: User; created: boolean }> {
  const arrived = await signUp(ctx);
  await ctx.core.alerts.markReachable(arrived.user.telegramId);
  if (arrived.created) await welcome(ctx);
  // Who was made an administrator has a chat that does not know it yet.
  if (arrived.created || arrived.user.role === 'admin') await followUser(ctx);
  return arrived;
}

async function welcome(ctx: BotContext): Promise<void> {
  await reply(ctx, ctx.t('start.welcome'), openAppKeyboard(ctx));
}

async function namedFilter(ctx: BotContext, user: User, payload: string): Promise<Filter | undefined> {
  const id = FILTER_PAYLOAD.exec(payload)?.[1];
  if (!id) return undefined;
  const filters = await ctx.core.filters.list(user.id);
  return filters.find((filter) => filter.id === Number(id));
}

async function offerEditor(ctx: BotContext, { id, name, active }: Filter): Promise<void> {
  const state = ctx.t(active ? 'filters.turnedOn' : 'filters.turnedOff', { name: quotedName(name, ctx.t) });
  await reply(ctx, state, [[editFiltersButton([id], ctx.links, ctx.t)]]);
}

/** How things stand for a user who comes back. */
async function stateOf(ctx: BotContext, user: User): Promise<{ text: string; keyboard: Keyboard }> {
  const filters = await ctx.core.filters.list(user.id);
  const { paused } = await ctx.core.alerts.state(user.id);
  const limit = activeFilterLimit(user.role);
  const text = [filtersText(ctx, filters, limit), ...(paused ? [ctx.t('start.paused')] : [])].join('\n');
  const isFirst = filters.length === 0 && limit > 0;
  return { text, keyboard: isFirst ? createFilterKeyboard(ctx) : openAppKeyboard(ctx) };
}

function filtersText({ t }: BotContext, filters: readonly Filter[], limit: number): string {
  if (limit === 0) return t('start.noPlan');
  if (filters.length === 0) return t('start.noFilters');
  const active = filters.filter((filter) => filter.active).length;
  return t('start.active', { active, limit });
}
