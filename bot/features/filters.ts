import { Composer } from 'grammy';
import { NotFoundError } from '#core/errors.ts';
import type { Filter } from '#core/filters/filter.entity.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { User } from '#core/users/user.entity.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { readSwitch, switchData, switchPattern } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { quotedName } from '../delivery/alert-buttons.ts';
import { cleanText } from '../delivery/rich-text.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';
import { createFilterKeyboard } from './app.ts';

interface FilterList {
  readonly text: string;
  readonly keyboard: Keyboard;
}

export const filtersFeature = new Composer<BotContext>();

filtersFeature.command('filters', async (ctx) => {
  const { text, keyboard } = await filterList(ctx, await signedUpUser(ctx));
  await reply(ctx, text, keyboard);
});

filtersFeature.callbackQuery(switchPattern('listFilter'), async (ctx) => {
  const user = knownUser(ctx);
  const { id, on } = readSwitch(ctx.match);
  try {
    const { name } = await ctx.core.filters.setActive(user.id, id, on);
    await toast(ctx, ctx.t(on ? 'filters.turnedOn' : 'filters.turnedOff', { name: quotedName(name, ctx.t) }));
  } catch (error) {
    // The list shows a filter that was deleted elsewhere: it goes away while the toast says why.
    if (error instanceof NotFoundError) await showAgain(ctx, user);
    throw error;
  }
  await showAgain(ctx, user);
});

async function showAgain(ctx: BotContext, user: User): Promise<void> {
  const { text, keyboard } = await filterList(ctx, user);
  await editPressed(ctx, text, keyboard);
}

async function filterList(ctx: BotContext, user: User): Promise<FilterList> {
  const { t, links } = ctx;
  const filters = await ctx.core.filters.list(user.id);
  const limit = activeFilterLimit(user.role);
  if (filters.length === 0 && limit > 0) return { text: t('start.noFilters'), keyboard: createFilterKeyboard(ctx) };
  const active = filters.filter((filter) => filter.active).length;
  const switches = filters.map((filter) => [switchButton(ctx, filter)]);
  return {
    text: limit === 0 ? t('start.noPlan') : t('filters.title', { active, limit }),
    keyboard: [...switches, [{ text: t('filters.open'), web_app: { url: links.filters } }]],
  };
}

function switchButton({ t }: BotContext, { id, name, active }: Filter): Keyboard[number][number] {
  const text = t(active ? 'filters.on' : 'filters.off', { name: cleanText(name) });
  return { text, callback_data: switchData('listFilter', id, !active) };
}
