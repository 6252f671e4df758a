import { Composer } from 'grammy';
import type { DeliveryMode, SettingsRequest } from '#core/contracts/settings.ts';
import { timeOfDay } from '#core/users/quiet-hours.ts';
import type { User } from '#core/users/user.entity.ts';
import type { StoredSettings } from '#core/users/user-settings.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { DELIVERY_PATTERN, deliveryData, QUIET_PATTERN, quietData, readDelivery, readQuiet } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';
import { NO_QUIET, type QuietTimes, readQuietTimes, USUAL_QUIET } from '../quiet-times.ts';

/** When alerts come: how soon, and in which hours not. */
export const quietFeature = new Composer<BotContext>();

quietFeature.command('quiet', async (ctx) => {
  const user = await signedUpUser(ctx);
  const times = ctx.match === '' ? {} : readQuietTimes(ctx.match);
  const settings = await changed(ctx, user, times ?? {});
  await reply(ctx, times ? stateText(ctx, settings) : ctx.t('quiet.unreadable'), choices(ctx, settings));
});

quietFeature.callbackQuery(DELIVERY_PATTERN, async (ctx) => {
  const delivery = readDelivery(ctx.match);
  const settings = await changed(ctx, knownUser(ctx), { delivery });
  await toast(ctx, ctx.t(`quiet.delivery.${delivery}`));
  await showAgain(ctx, settings);
});

quietFeature.callbackQuery(QUIET_PATTERN, async (ctx) => {
  const times = readQuiet(ctx.match);
  const settings = await changed(ctx, knownUser(ctx), times);
  await toast(ctx, times.quietFrom === null ? ctx.t('quiet.off') : ctx.t('quiet.hours', { hours: rangeOf(times) }));
  await showAgain(ctx, settings);
});

async function changed({ core }: BotContext, { id }: User, change: SettingsRequest): Promise<StoredSettings> {
  await core.settings.change(id, change);
  return core.settings.get(id);
}

async function showAgain(ctx: BotContext, settings: StoredSettings): Promise<void> {
  await editPressed(ctx, stateText(ctx, settings), choices(ctx, settings));
}

function stateText({ t }: BotContext, settings: StoredSettings): string {
  const times = timesOf(settings);
  const hours =
    times.quietFrom === null
      ? `${t('quiet.off')} ${t('quiet.offMeans')}`
      : `${t('quiet.hours', { hours: rangeOf(times) })} ${t('quiet.means')}`;
  return [
    ...(settings.alerts ? [] : [t('start.paused'), '']),
    t(`quiet.delivery.${settings.deliveryMode}`),
    hours,
    t('quiet.zone', { zone: settings.timeZone }),
    '',
    t('quiet.typed'),
  ].join('\n');
}

function choices({ t, links }: BotContext, settings: StoredSettings): Keyboard {
  const times = timesOf(settings);
  const own = quietData(times);
  const isUsual = [NO_QUIET, ...USUAL_QUIET].some((usual) => quietData(usual) === own);
  const deliveryChoice = (mode: DeliveryMode) =>
    choice(t(`quiet.button.${mode}`), deliveryData(mode), deliveryData(settings.deliveryMode));
  const quietChoice = (each: QuietTimes) => choice(rangeOf(each), quietData(each), own);
  return [
    // Three in a row would be cut on a narrow phone.
    [deliveryChoice('instant')],
    [deliveryChoice('hourly'), deliveryChoice('daily')],
    USUAL_QUIET.map(quietChoice),
    ...(isUsual ? [] : [[quietChoice(times)]]),
    [choice(t('quiet.button.off'), quietData(NO_QUIET), own)],
    [{ text: t('quiet.button.app'), web_app: { url: links.profile } }],
  ];
}

/** The choice that holds has a mark. */
function choice(text: string, data: string, chosen: string): Keyboard[number][number] {
  return { text: data === chosen ? `✓ ${text}` : text, callback_data: data };
}

function timesOf({ quietFrom, quietTo }: StoredSettings): QuietTimes {
  return { quietFrom: timeOfDay(quietFrom), quietTo: timeOfDay(quietTo) };
}

const rangeOf = ({ quietFrom, quietTo }: QuietTimes) => `${quietFrom}–${quietTo}`;
