import type { i18n } from 'i18next';
import { createMetrics, serveMetrics } from '#api/metrics.ts';
import { createServer } from '#api/server.ts';
import { connectBot, type Telegram } from '#bot/connect.ts';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import type { Config } from './core/config.ts';
import { type Core, type CoreOptions, createCore } from './core/context.ts';
import { Leader } from './core/db/leader.ts';
import { readReadiness } from './core/figures/readiness.ts';
import { createI18n } from './core/i18n/create-i18n.ts';
import { loadResources } from './core/i18n/node-resources.ts';
import type { AdSource } from './core/ingestion/ad-source.ts';
import { createSource } from './core/ingestion/sources/create-source.ts';
import type { MessageSender } from './core/notifications/message-sender.ts';
import { PollingWorker } from './core/polling-worker.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const WATCH_MS = 30 * SECOND_MS;

export interface App {
  /** Where it listens. */
  readonly url: string;
  readonly core: Core;
  /** Stops in the order that loses nothing; safe to call twice. */
  readonly close: () => Promise<void>;
}

/** Seams for tests and the development environment: anything given here is used instead of the configured thing. */
export interface AppOverrides extends CoreOptions {
  readonly source?: AdSource;
  readonly sender?: MessageSender;
}

/** Composes and starts the whole service: database, HTTP, bot, workers. */
export async function startApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const core = await createCore(config, overrides);
  try {
    return await serve(core, overrides);
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function serve(core: Core, overrides: AppOverrides): Promise<App> {
  const { config, logger } = core;
  const texts = createI18n(loadResources());
  const telegram = connectBot(core, texts);
  const duties = createDuties(core, texts, telegram, overrides);
  const standby = createWorker(core, 'standby', SECOND_MS, async (signal) => {
    await core.matching.keepWarm(signal);
    return false;
  });
  // Every replica answers how many ads a filter finds.
  const market = createWorker(core, 'market', MINUTE_MS, async () => {
    await core.adSearch.warm();
    return false;
  });
  let stopping = false;
  const leader = new Leader({
    url: core.databaseUrl,
    logger,
    // The lock may still come, or come back, while the duties end.
    gained: () => {
      if (!stopping) duties.start();
    },
    lost: duties.stop,
    wake: duties.wake,
  });

  const metrics = createMetrics(core, () => leader.leading);
  const server = await createServer({
    core,
    texts,
    readiness: () =>
      readReadiness(core, {
        isStopping: stopping,
        leads: leader.leading,
        poller: telegram.health(),
        faults: telegram.faults(),
        sends: duties.sends,
      }),
    answered: metrics.answered,
    botName: telegram.name,
    isStopping: () => stopping,
    exposeDocs: config.env !== 'production',
    ...webhookOf(telegram),
  });
  const url = await server.listen({ host: config.http.host, port: config.http.port });
  const metricsServer = await serveMetrics(metrics, config.metrics, logger);
  if ((await core.databaseState()) === 'migrations-pending')
    logger.warn('the database lacks migrations: run the command migrate');
  if (config.bot.mode !== 'off' && !config.http.publicUrl.startsWith('https:'))
    logger.warn('PUBLIC_URL is not https: Telegram shows no buttons that open the mini app');
  telegram.serve();
  market.start();
  if (config.role === 'all') {
    // Who may lead some day knows the filters before, so that it matches at once.
    standby.start();
    leader.start();
  }

  const close = async () => {
    stopping = true;
    // Together: a matcher may be waiting for the index that the standby builds.
    await Promise.all([market.stop(), standby.stop(), duties.stop()]);
    await telegram.stop();
    await leader.stop();
    await server.close();
    metricsServer?.close();
    await core.close();
  };
  let closed: Promise<void> | null = null;
  return {
    url,
    core,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** The way in for updates that Telegram pushes. */
function webhookOf({ takeUpdate }: Telegram): Pick<Parameters<typeof createServer>[0], 'webhook'> {
  if (!takeUpdate) return {};
  return {
    webhook: async (request, reply) => {
      const { status } = await takeUpdate({ headers: request.headers, body: request.body });
      return reply.code(status).send({});
    },
  };
}

function createWorker(
  core: Core,
  name: string,
  intervalMs: number,
  round: (signal: AbortSignal) => Promise<boolean>,
): PollingWorker {
  return new PollingWorker({ name, intervalMs, logger: core.logger, run: (signal) => core.run(() => round(signal)) });
}

/** What runs on the leader only. */
interface Duties {
  readonly sends: boolean;
  readonly start: () => void;
  readonly wake: (worker: string) => void;
  readonly stop: () => Promise<void>;
}

function createDuties(core: Core, texts: i18n, telegram: Telegram, overrides: AppOverrides): Duties {
  const { config, clock } = core;
  const source = overrides.source ?? createSource(config.source, { production: config.env === 'production', clock });
  const sender = overrides.sender ?? ownSender(core, texts);
  const worker = createWorker.bind(null, core);
  const producers = [
    worker('details', SECOND_MS, (signal) => core.details.completeOnce(source, signal)),
    worker('details backlog', SECOND_MS, (signal) => core.detailsBacklog.completeOnce(source, signal)),
    worker('matching', SECOND_MS, (signal) => core.matching.matchOnce(signal)),
  ];
  if (source)
    producers.push(worker('ingestion', pollIntervalMs(config), (signal) => core.ingestion.ingestOnce(source, signal)));
  producers.push(
    worker('alarms', WATCH_MS, async () => {
      await core.alarms.watchOnce({ sends: sender !== null, isRefused: telegram.faults().includes('token.refused') });
      return false;
    }),
  );
  const delivery = sender && worker('delivery', SECOND_MS, (signal) => core.delivery.deliverOnce(sender, signal));
  const workers = delivery ? [...producers, delivery] : producers;

  return {
    sends: sender !== null,
    start: () => {
      core.alarms.begin();
      for (const each of workers) each.start();
      telegram.poll();
    },
    wake: (name) => workers.find((each) => each.name === name)?.wake(),
    stop: async () => {
      await Promise.all(producers.map((each) => each.stop()));
      if (config.bot.mode === 'polling') await telegram.stop();
      await delivery?.stop();
      await core.run(() => core.delivery.drain());
    },
  };
}

function ownSender(core: Core, texts: i18n): MessageSender | null {
  const { config, clock, logger } = core;
  if (config.bot.mode === 'off') return null;
  return createTelegramSender(config.telegram, { texts, publicUrl: config.http.publicUrl, clock, logger });
}

const pollIntervalMs = (config: Config) =>
  config.source.kind === 'none' ? SECOND_MS : config.source.intervalS * SECOND_MS;
