import { Composer } from 'grammy';
import type { GivenCode } from '#core/auth/verifications.ts';
import { NotFoundError } from '#core/errors.ts';
import { formatClock } from '#core/i18n/formats.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { NEW_CODE_PATTERN, newCodeData } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { cleanText } from '../delivery/rich-text.ts';

/** `/start verify_<token>`: somebody at a page waits for a code. */
const PREFIX = 'verify_';
const PAYLOAD = /^verify_([A-Za-z0-9_-]{22})$/;
/** Where most people are whose time zone is not known. */
const USUAL_TIME_ZONE = 'Europe/Riga';

/** Codes for the pages. Asking for one makes no account: that is what some of them are for. */
export const verifyFeature = new Composer<BotContext>();

verifyFeature
  .command('start')
  .filter((ctx) => ctx.match.startsWith(PREFIX))
  .use(async (ctx) => {
    const token = PAYLOAD.exec(ctx.match)?.[1];
    if (token === undefined || !ctx.from) throw new NotFoundError('verification.notFound');
    const given = await ctx.core.verifications.open(token, ctx.from.id);
    await reply(ctx, codeText(ctx, given), newCodeKeyboard(ctx, given));
  });

verifyFeature.callbackQuery(NEW_CODE_PATTERN, async (ctx) => {
  const given = await ctx.core.verifications.openAgain(ctx.match[1] ?? '', ctx.from.id);
  await toast(ctx, ctx.t('verification.newCodeGiven'));
  await editPressed(ctx, codeText(ctx, given), newCodeKeyboard(ctx, given));
});

function codeText({ t, user, core }: BotContext, { change, name, joins, code, client, expiresAt }: GivenCode): string {
  const { host } = new URL(core.config.http.publicUrl);
  const until = formatClock(expiresAt, user?.timeZone ?? USUAL_TIME_ZONE);
  return [
    t(`verification.${change}`, { name: cleanText(name), host, code }),
    ...(joins ? [t('verification.joins')] : []),
    client === null ? t('verification.fromUnknown', { until }) : t('verification.from', { client, until }),
    t('verification.warning'),
  ].join('\n');
}

function newCodeKeyboard({ t }: BotContext, { id }: GivenCode): Keyboard {
  return [[{ text: t('verification.newCode'), callback_data: newCodeData(id) }]];
}
