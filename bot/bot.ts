import { type ApiClientOptions, Bot } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import { withTimeLimit } from './api-time-limit.ts';
import type { BotContext } from './context.ts';
import { handleError } from './errors.ts';
import { adminFeature } from './features/admin.ts';
import { alertsFeature } from './features/alerts.ts';
import { appFeature } from './features/app.ts';
import { conversationsFeature } from './features/conversations.ts';
import { deleteAccountFeature } from './features/delete-account.ts';
import { filtersFeature } from './features/filters.ts';
import { groupsFeature } from './features/groups.ts';
import { helpFeature } from './features/help.ts';
import { languageFeature } from './features/language.ts';
import { loginFeature } from './features/login.ts';
import { membershipFeature } from './features/membership.ts';
import { pauseFeature } from './features/pause.ts';
import { planFeature } from './features/plan.ts';
import { privacyFeature } from './features/privacy.ts';
import { quietFeature } from './features/quiet.ts';
import { startFeature } from './features/start.ts';
import { statsFeature } from './features/stats.ts';
import { unhandledFeature } from './features/unhandled.ts';
import { verifyFeature } from './features/verify.ts';
import { whyFeature } from './features/why.ts';
import { appLinks } from './links.ts';
import { currentUser } from './middlewares/current-user.ts';
import { skipProcessed } from './middlewares/idempotency.ts';
import { telegramLocale } from './middlewares/locale.ts';
import { ormContext } from './middlewares/orm-context.ts';
import { logUpdate } from './middlewares/update-logger.ts';
import { fitMiniAppButtons } from './mini-app-buttons.ts';
import { isFromPerson, isWellFormed } from './well-formed.ts';

export interface BotDeps {
  readonly core: Core;
  readonly texts: i18n;
  readonly client?: ApiClientOptions;
  /** Spares the question who the bot is; without it the bot asks Telegram before its first update. */
  readonly botInfo?: UserFromGetMe;
}

const CALL_MS = 10_000;

/** The bot, not yet listening: `run.ts` brings it to life. */
export function createBot({ core, texts, client, botInfo }: BotDeps): Bot<BotContext> {
  const { token, apiRoot } = core.config.telegram;
  if (token === null) throw new Error('The bot needs its token.');
  const bot = new Bot<BotContext>(token, { client: { apiRoot, ...client }, ...(botInfo ? { botInfo } : {}) });
  limitCalls(bot);
  fitMiniAppButtons(bot.api, { apiRoot, publicUrl: core.config.http.publicUrl });

  const links = appLinks(core.config.http.publicUrl);
  bot.use((ctx, next) => {
    Object.assign(ctx, { core, texts, links, logger: core.logger, user: null, conversationChange: null });
    return next();
  });
  const guarded = bot.filter(isFromPerson).filter(isWellFormed).use(telegramLocale).errorBoundary(handleError);
  guarded.use(logUpdate, ormContext, skipProcessed);
  guarded.use(groupsFeature);

  const inPrivate = guarded.chatType('private');
  inPrivate.use(membershipFeature);
  inPrivate.use(currentUser);
  // Before the other features: whoever is in a conversation answers that, and a command ends it.
  inPrivate.use(conversationsFeature);
  // Before whatever makes an account of who starts the bot.
  inPrivate.use(verifyFeature);
  inPrivate.use(loginFeature, startFeature, helpFeature, appFeature, filtersFeature, pauseFeature, quietFeature);
  inPrivate.use(languageFeature, alertsFeature, whyFeature, planFeature, privacyFeature, deleteAccountFeature);
  inPrivate.use(statsFeature, adminFeature);
  // Answers whatever is left, so it comes last.
  inPrivate.use(unhandledFeature);
  return bot;
}

/** A call that hangs must not hold up the updates behind it; long polling alone waits longer. */
function limitCalls(bot: Bot<BotContext>): void {
  bot.api.config.use((call, method, payload, signal) =>
    call(method, payload, method === 'getUpdates' ? signal : withTimeLimit(signal, CALL_MS)),
  );
}
