import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { Readiness, ReadinessReason } from '#core/contracts/service.ts';
import { createBot } from './bot.ts';
import { type BotState, learnName, type RunningBot, registerWebhook, startPolling, webhookHandler } from './run.ts';

/** The bot as the rest of the composition sees it; with the bot off, all of it is silent. */
export interface Telegram {
  readonly name: () => string | null;
  readonly health: () => Readiness['poller'];
  /** What it has run into. */
  readonly faults: () => readonly ReadinessReason[];
  /** Takes pushed updates; undefined where they are fetched. */
  readonly takeUpdate: ReturnType<typeof webhookHandler> | undefined;
  /** Learns the bot's name, for the links of the pages, and takes pushed updates; on every replica. */
  readonly serve: () => void;
  /** Fetches updates, on the leader. */
  readonly poll: () => void;
  readonly stopPolling: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const FAULTS: Partial<Record<BotState, ReadinessReason>> = {
  away: 'telegram.away',
  conflict: 'poller.conflict',
  refused: 'token.refused',
};

const OFF: Telegram = {
  name: () => null,
  health: () => 'off',
  faults: () => [],
  takeUpdate: undefined,
  serve: () => {},
  poll: () => {},
  stopPolling: async () => {},
  stop: async () => {},
};

/** Builds the bot of the settings; it does nothing yet. */
export function connectBot(core: Core, texts: i18n): Telegram {
  const { config, logger } = core;
  const settings = config.bot;
  if (settings.mode === 'off') return OFF;
  const bot = createBot({ core, texts });
  const { publicUrl } = config.http;
  let serving: RunningBot | null = null;
  let polling: RunningBot | null = null;
  let state: BotState = 'stopped';
  const fault = () => FAULTS[state];
  const onState = (next: BotState) => {
    state = next;
  };
  const options = { texts, publicUrl, logger, onState };
  return {
    name: () => (bot.isInited() ? bot.botInfo.username : null),
    health: () => (state === 'stopped' ? 'off' : fault() ? 'degraded' : 'running'),
    faults: () => [fault() ?? []].flat(),
    takeUpdate: settings.mode === 'webhook' ? webhookHandler(bot, settings.secret) : undefined,
    serve: () => {
      const url = `${publicUrl}${PATHS.telegramWebhook}`;
      serving =
        settings.mode === 'webhook'
          ? registerWebhook(bot, { ...options, url, secret: settings.secret })
          : learnName(bot, options);
    },
    poll: () => {
      if (settings.mode === 'polling') polling = startPolling(bot, options);
    },
    stopPolling: async () => {
      await polling?.stop();
      polling = null;
    },
    stop: async () => {
      await Promise.all([serving?.stop(), polling?.stop()]);
    },
  };
}
