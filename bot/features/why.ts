import { Composer } from 'grammy';
import { factsOf } from '#core/ads/ad-facts.ts';
import { explanationWords } from '#core/matching/explanation.ts';
import type { ToldAlert } from '#core/notifications/told-alerts.ts';
import type { User } from '#core/users/user.entity.ts';
import { acknowledge, editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { readWhy, WHY_PATTERN, whyData } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { editFiltersButton } from '../delivery/alert-buttons.ts';
import type { Line } from '../delivery/rich-text.ts';
import { choiceText, type WhyWording, whyMessage } from '../delivery/why-message.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';

/** So many of the latest alerts are offered by buttons. */
const LATEST = 5;

/** Why an alert came: the one that is replied to, else the latest. */
export const whyFeature = new Composer<BotContext>();

whyFeature.command('why', async (ctx) => {
  const user = await signedUpUser(ctx);
  const repliedTo = ctx.message?.reply_to_message?.message_id;
  const { toldAlerts } = ctx.core;
  const alerts = await (repliedTo === undefined
    ? toldAlerts.latest(user.id, LATEST)
    : toldAlerts.ofMessage(user.id, repliedTo));
  const [alert] = alerts;
  if (!alert) return reply(ctx, ctx.t(repliedTo === undefined ? 'why.noAlerts' : 'why.notAlert'));
  const choices = alerts.length > 1 ? alerts.map((each) => [choiceButton(ctx, each)]) : [];
  if (repliedTo !== undefined && choices.length > 0) return reply(ctx, ctx.t('why.which'), choices);
  const { lines, keyboard } = await explain(ctx, user, alert, choices);
  await reply(ctx, lines, keyboard);
});

whyFeature.callbackQuery(WHY_PATTERN, async (ctx) => {
  const user = knownUser(ctx);
  const alert = await ctx.core.toldAlerts.find(user.id, readWhy(ctx.match));
  if (!alert) return toast(ctx, ctx.t('why.notFound'), true);
  await acknowledge(ctx);
  const pressed = ctx.callbackQuery.message?.reply_markup?.inline_keyboard ?? [];
  const choices = pressed.filter((row) => row.some(isChoice));
  const { lines, keyboard } = await explain(ctx, user, alert, choices);
  await editPressed(ctx, lines, keyboard);
});

/** The explanation, with a way to the filters and to the other alerts. */
async function explain(
  ctx: BotContext,
  user: User,
  alert: ToldAlert,
  choices: Keyboard,
): Promise<{ lines: Line[]; keyboard: Keyboard }> {
  const { t, core, links } = ctx;
  const filters = await core.matchExplainer.explainOwn(user.id, alert.filterIds, factsOf(alert.ad));
  const lines = whyMessage(alert, filters, wordingOf(ctx));
  if (choices.length > 0) lines.push([{ text: '' }], [{ text: t('why.others') }]);
  const ids = filters.map(({ filter }) => filter.id);
  return { lines, keyboard: [...(ids.length > 0 ? [[editFiltersButton(ids, links, t)]] : []), ...choices] };
}

function choiceButton(ctx: BotContext, alert: ToldAlert): Keyboard[number][number] {
  return { text: choiceText(alert, wordingOf(ctx)), callback_data: whyData(alert.eventId) };
}

function isChoice(button: Keyboard[number][number]): boolean {
  return 'callback_data' in button && WHY_PATTERN.test(button.callback_data);
}

function wordingOf({ t, texts, locale }: BotContext): WhyWording {
  return { t, words: explanationWords(texts, locale) };
}
