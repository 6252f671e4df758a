import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bot, BotError, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { i18n } from 'i18next';
import { isDatabaseAway } from '#core/db/database-away.ts';
import type { Logger } from '#core/logger.ts';
import { apiSignal } from './api-time-limit.ts';
import { publishCommands } from './commands.ts';
import type { BotContext } from './context.ts';
import { appLinks } from './links.ts';
import { loggableError } from './loggable-error.ts';

/**
 * `away`: Telegram does not answer, it is tried again. `conflict`: somebody else polls with the token, it is tried
 * again. `refused`: the token is not valid, nothing more is tried.
 */
export type BotState = 'starting' | 'running' | 'away' | 'conflict' | 'refused' | 'stopped';

export interface RunOptions {
  readonly texts: i18n;
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly onState?: (state: BotState) => void;
  readonly pauses?: Partial<Pauses>;
}

/** How long to rest before Telegram is asked again, in milliseconds. */
interface Pauses {
  /** After the first failure; each further one in a row doubles it. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** While somebody else polls with the same token. */
  readonly conflictMs: number;
  /** While an update waits for the database. */
  readonly databaseMs: number;
}

export interface RunningBot {
  /** Ends after the update that is under way. */
  readonly stop: () => Promise<void>;
}

const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member'] as const;
const LONG_POLL_S = 30;
/** Above the long poll; a connection that died unnoticed must not hold the bot for ever. */
const POLL_LIMIT_MS = 45_000;
const CONFIRM_LIMIT_MS = 2_000;
const PAUSES: Pauses = { firstMs: 1_000, longestMs: 30_000, conflictMs: 5_000, databaseMs: 1_000 };

/**
 * Fetches updates and handles them one after the other, until it is stopped. Returns at once: whether Telegram can be
 * reached is told by `onState`. An update is confirmed to Telegram only after its handler has ended, which grammY's own
 * loop does not promise while it is being stopped.
 */
export function startPolling(bot: Bot<BotContext>, options: RunOptions): RunningBot {
  let offset = 0;
  return runWith(options, async (run) => {
    await prepare(bot, options, run.signal);
    await bot.api.deleteWebhook({}, apiSignal(run.signal));
    try {
      for (;;) {
        const updates = await fetchUpdates(bot, offset, run);
        run.tell('running');
        for (const update of updates) {
          if (!(await handle(bot, update, { ...options, signal: run.signal }))) return;
          offset = update.update_id + 1;
        }
      }
    } finally {
      if (offset > 0 && run.signal.aborted) await confirm(bot, offset);
    }
  });
}

/** Learns who the bot is, again and again until Telegram tells, for a process that does not poll. Returns at once. */
export function learnName(bot: Bot<BotContext>, { texts, publicUrl, logger }: RunOptions): RunningBot {
  return runWith({ texts, publicUrl, logger: logger.child({ learns: 'name' }) }, async (run) => {
    await introduce(bot, run.signal);
    run.tell('running');
  });
}

/** Registers the address at which `webhookHandler` is served, again and again until Telegram takes it. Returns at once. */
export function registerWebhook(
  bot: Bot<BotContext>,
  options: RunOptions & { readonly url: string; readonly secret: string },
): RunningBot {
  const { url, secret } = options;
  return runWith(options, async (run) => {
    await prepare(bot, options, run.signal);
    const settings = { secret_token: secret, allowed_updates: ALLOWED_UPDATES };
    await bot.api.setWebhook(url, settings, apiSignal(run.signal));
    run.tell('running');
  });
}

/** A request of Telegram as any HTTP server can hand it over: header names in lower case, the body parsed. */
interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}
export type WebhookHandler = (request: WebhookRequest) => Promise<{ readonly status: number }>;

/** Handles one update a request; any answer but 2xx makes Telegram send the update again. */
export function webhookHandler(bot: Bot<BotContext>, secret: string): WebhookHandler {
  return async ({ headers, body }) => {
    if (!isSecret(headers['x-telegram-bot-api-secret-token'], secret)) return { status: 401 };
    if (!isUpdate(body)) return { status: 400 };
    if (!bot.isInited()) return { status: 503 };
    try {
      await bot.handleUpdate(body);
      return { status: 200 };
    } catch (error) {
      if (metNoDatabase(error)) return { status: 503 };
      throw error;
    }
  };
}

interface Run {
  readonly signal: AbortSignal;
  /** Whether Telegram answered last. */
  readonly isRunning: () => boolean;
  readonly tell: (state: BotState) => void;
}

/** Repeats `work` with growing pauses while it fails, until it ends, is stopped, or the token is refused. */
function runWith(options: RunOptions, work: (run: Run) => Promise<void>): RunningBot {
  const { logger, onState } = options;
  const pauses = { ...PAUSES, ...options.pauses };
  const abort = new AbortController();
  const { signal } = abort;
  let state: BotState | null = null;
  const tell = (next: BotState) => {
    if (next === state) return;
    state = next;
    logger.info({ state }, 'bot');
    onState?.(next);
  };

  async function repeat(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        return await work({ signal, tell, isRunning: () => state === 'running' });
      } catch (error) {
        if (signal.aborted) return;
        failures = state === 'running' ? 1 : failures + 1;
        logger.warn({ err: loggableError(error), failures }, 'Telegram does not answer as it should');
        tell(stateAfter(error));
        if (state === 'refused') return;
        await wait(pauseAfter(error, failures, pauses), undefined, { signal }).catch(() => {});
      }
    }
  }

  tell('starting');
  const ended = repeat();
  return {
    async stop() {
      abort.abort();
      await ended;
      tell('stopped');
    },
  };
}

function stateAfter(error: unknown): BotState {
  if (!(error instanceof GrammyError)) return 'away';
  if (error.error_code === 401 || error.error_code === 404) return 'refused';
  return error.error_code === 409 ? 'conflict' : 'away';
}

function pauseAfter(error: unknown, failures: number, { firstMs, longestMs, conflictMs }: Pauses): number {
  const growing = Math.min(firstMs * 2 ** (failures - 1), longestMs);
  if (!(error instanceof GrammyError)) return growing;
  if (error.error_code === 409) return conflictMs;
  return (error.parameters.retry_after ?? 0) * 1000 || growing;
}

/** Learns who the bot is and tells Telegram what it can do. */
async function prepare(bot: Bot<BotContext>, options: RunOptions, signal: AbortSignal): Promise<void> {
  await introduce(bot, signal);
  const { texts, publicUrl, logger } = options;
  try {
    await publishCommands(bot.api, { texts, links: appLinks(publicUrl) });
  } catch (error) {
    // A bot whose menu Telegram refuses (for example for its address) still answers.
    if (!(error instanceof GrammyError)) throw error;
    logger.warn({ err: loggableError(error) }, 'commands or menu button refused');
  }
}

async function introduce(bot: Bot<BotContext>, signal: AbortSignal): Promise<void> {
  if (!bot.isInited()) bot.botInfo = await bot.api.getMe(apiSignal(signal));
}

/** Waits for updates; asks without waiting first, so that the state is known at once. */
function fetchUpdates(bot: Bot<BotContext>, offset: number, run: Run): Promise<Update[]> {
  const timeout = run.isRunning() ? LONG_POLL_S : 0;
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(POLL_LIMIT_MS)]);
  return bot.api.getUpdates({ offset, timeout, allowed_updates: ALLOWED_UPDATES }, apiSignal(signal));
}

/**
 * Whatever happens to one update, the next ones are handled; only one that meets no database holds them up, as they
 * would meet none either. @returns false where the bot is stopped before the update was handled
 */
async function handle(
  bot: Bot<BotContext>,
  update: Update,
  { logger, signal, pauses }: RunOptions & { readonly signal: AbortSignal },
): Promise<boolean> {
  const updateId = update.update_id;
  while (!signal.aborted) {
    try {
      await bot.handleUpdate(update);
      return true;
    } catch (error) {
      if (!metNoDatabase(error)) {
        logger.error({ err: loggableError(error), updateId }, 'update failed');
        return true;
      }
      logger.warn({ updateId }, 'update waits for the database');
      await wait(pauses?.databaseMs ?? PAUSES.databaseMs, undefined, { signal }).catch(() => {});
    }
  }
  return false;
}

const metNoDatabase = (error: unknown) => isDatabaseAway(error instanceof BotError ? error.error : error);

/** Spares the next start what was handled already; it would be dropped there anyway. */
async function confirm(bot: Bot<BotContext>, offset: number): Promise<void> {
  const signal = apiSignal(AbortSignal.timeout(CONFIRM_LIMIT_MS));
  await bot.api.getUpdates({ offset, limit: 1, timeout: 0 }, signal).catch(() => {});
}

function isSecret(given: string | string[] | undefined, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function isUpdate(body: unknown): body is Update {
  return typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id);
}
