import { Composer } from 'grammy';
import { type Keyboard, replacePressed, toast } from '../answers.ts';
import { readSwitch, switchPattern } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { filterSwitchButton, hideButton, quotedName } from '../delivery/alert-buttons.ts';
import { knownUser } from '../middlewares/current-user.ts';

/** The buttons under an alert. */
export const alertsFeature = new Composer<BotContext>();

const hidePattern = switchPattern('hide');
const filterPattern = switchPattern('alertFilter');

alertsFeature.callbackQuery(hidePattern, async (ctx) => {
  const user = knownUser(ctx);
  const { id, on } = readSwitch(ctx.match);
  if (on) await ctx.core.hiddenAds.hide(user.id, id);
  else await ctx.core.hiddenAds.unhide(user.id, id);
  await toast(ctx, ctx.t(on ? 'alert.hidden' : 'alert.shown'));
  await replacePressed(ctx, (keyboard) => withButton(keyboard, hidePattern, id, hideButton(id, on, ctx.t)));
});

alertsFeature.callbackQuery(filterPattern, async (ctx) => {
  const user = knownUser(ctx);
  const { id, on } = readSwitch(ctx.match);
  const { name } = await ctx.core.filters.setActive(user.id, id, on);
  await toast(ctx, ctx.t(on ? 'filters.turnedOn' : 'filters.turnedOff', { name: quotedName(name, ctx.t) }));
  await replacePressed(ctx, (keyboard) => {
    const label = { id, name: countOf(keyboard, filterPattern) > 1 ? name : null };
    return withButton(keyboard, filterPattern, id, filterSwitchButton(label, on, ctx.t));
  });
});

type Button = Keyboard[number][number];

/** Puts the button into the place of the one that switches the same thing, whichever way it pointed. */
function withButton(keyboard: Keyboard, pattern: RegExp, id: number, button: Button): Keyboard {
  return keyboard.map((row) => row.map((old) => (targetOf(old, pattern) === id ? button : old)));
}

function countOf(keyboard: Keyboard, pattern: RegExp): number {
  return keyboard.flat().filter((button) => targetOf(button, pattern) !== null).length;
}

function targetOf(button: Button, pattern: RegExp): number | null {
  const match = 'callback_data' in button ? pattern.exec(button.callback_data) : null;
  return match ? readSwitch(match).id : null;
}
