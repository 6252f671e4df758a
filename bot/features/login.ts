import { Composer } from 'grammy';
import type { AskedLogin, DecidedLogin } from '#core/auth/login-links.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { LOGIN_PATTERN, loginData, readLogin } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';
import { arrive } from './start.ts';

/** The way here from a page that waits; the core looks at what stands behind it. */
const LOGIN_PAYLOAD = /^login_(.+)$/s;

export const loginFeature = new Composer<BotContext>();

/** Opening a link only asks: somebody may have been sent the link of another's browser. */
loginFeature.command('start', async (ctx, next) => {
  const token = LOGIN_PAYLOAD.exec(ctx.match)?.[1];
  if (token === undefined) return next();
  await arrive(ctx);
  const login = await ctx.core.loginLinks.asked(token);
  if (!login) return reply(ctx, ctx.t('login.over'));
  await reply(ctx, question(ctx, login), decisionKeyboard(ctx, login.id));
});

loginFeature.callbackQuery(LOGIN_PATTERN, async (ctx) => {
  const user = knownUser(ctx);
  const { id, isConfirmed } = readLogin(ctx.match);
  const login = await ctx.core.loginLinks.decide(id, user, isConfirmed);
  const text = outcome(ctx, login);
  const isRepeated = !login.isNew && login.state !== 'over';
  await toast(ctx, isRepeated ? ctx.t('login.decided') : text, !login.isNew);
  await editPressed(ctx, text, []);
});

loginFeature.command('login', async (ctx) => {
  const user = await signedUpUser(ctx);
  const url = ctx.links.login(await ctx.core.loginLinks.issue(user));
  // Text, not a button: Telegram refuses buttons that lead to a developer's own machine.
  await reply(ctx, ctx.t('login.link', { url }));
});

function question({ t, links }: BotContext, { matchCode: code, client }: AskedLogin): string {
  return t('login.ask', { host: new URL(links.home).host, client: client ?? t('login.unknownBrowser'), code });
}

function decisionKeyboard({ t }: BotContext, id: string): Keyboard {
  return [
    [
      { text: t('login.confirm'), callback_data: loginData(id, true) },
      { text: t('login.cancel'), callback_data: loginData(id, false) },
    ],
  ];
}

function outcome({ t }: BotContext, { state, client }: DecidedLogin): string {
  return t(`login.${state}`, { client: client ?? t('login.unknownBrowser') });
}
