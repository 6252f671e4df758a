import { setTimeout as wait } from 'node:timers/promises';
import type { i18n } from 'i18next';
import type { ServerOptions } from '#api/deps.ts';
import { createMetrics, type Metrics, serveMetrics } from '#api/metrics.ts';
import { createServer } from '#api/server.ts';
import { connectBot, type Telegram } from '#bot/connect.ts';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import { ownSigns } from './core/alarms/own-signs.ts';
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
const HOUR_MS = 60 * MINUTE_MS;
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
  const parts = compose(core, overrides);
  const server = await createServer(serverOptions(parts));
  const url = await server.listen({ host: config.http.host, port: config.http.port });
  const metricsServer = await serveMetrics(parts.metrics, config.metrics, logger);
  await warnOfSettings(core);
  begin(parts);

  let closed: Promise<void> | null = null;
  return {
    url,
    core,
    close: () => {
      closed ??= end(parts, [server, ...(metricsServer ? [metricsServer] : [])]);
      return closed;
    },
  };
}

/** What a service is made of; none of it does anything yet. */
interface Parts {
  readonly core: Core;
  readonly texts: i18n;
  readonly telegram: Telegram;
  readonly duties: Duties;
  readonly replica: ReplicaWorkers;
  readonly leader: Leader;
  readonly metrics: Metrics;
  /** Stopping: nobody shall send it anything new. Ending: its duties end for good. */
  readonly life: { isStopping: boolean; isEnding: boolean };
}

function compose(core: Core, overrides: AppOverrides): Parts {
  const texts = createI18n(loadResources());
  const telegram = connectBot(core, texts);
  const duties = createDuties(core, texts, telegram, overrides);
  const life = { isStopping: false, isEnding: false };
  const leader = new Leader({
    url: core.databaseUrl,
    logger: core.logger,
    // The lock may still come, or come back, while the duties end.
    gained: () => {
      if (!life.isEnding) duties.start();
    },
    lost: duties.stop,
    wake: duties.wake,
  });
  const metrics = createMetrics(core, () => leader.leading);
  return { core, texts, telegram, duties, replica: createReplicaWorkers(core), leader, metrics, life };
}

function serverOptions({ core, texts, telegram, duties, leader, metrics, life }: Parts): ServerOptions {
  return {
    core,
    texts,
    readiness: () =>
      readReadiness(core, {
        isStopping: life.isStopping,
        leads: leader.leading,
        poller: telegram.health(),
        faults: telegram.faults(),
        sends: duties.sends,
      }),
    answered: metrics.answered,
    botName: telegram.name,
    isStopping: () => life.isStopping,
    exposeDocs: core.config.env !== 'production',
    ...webhookOf(telegram),
  };
}

async function warnOfSettings({ config, logger, databaseState }: Core): Promise<void> {
  if ((await databaseState()) === 'migrations-pending')
    logger.warn('the database lacks migrations: run the command migrate');
  if (config.bot.mode !== 'off' && !config.http.publicUrl.startsWith('https:'))
    logger.warn('PUBLIC_URL is not https: Telegram shows no buttons that open the mini app');
}

function begin({ core, telegram, replica, leader }: Parts): void {
  telegram.serve();
  replica.market.start();
  if (core.config.role !== 'all') return;
  // Who may lead some day knows the filters before, so that it matches at once.
  replica.standby.start();
  leader.start();
}

/** Goes on with everything until a balancer has taken it out, then ends in the order that loses nothing. */
async function end(parts: Parts, servers: readonly { close(): unknown }[]): Promise<void> {
  const { core, telegram, duties, replica, leader, life } = parts;
  life.isStopping = true;
  await wait(core.config.http.stopDelayS * SECOND_MS);
  life.isEnding = true;
  // Together: a matcher may be waiting for the index that the standby builds.
  await Promise.all([replica.market.stop(), replica.standby.stop(), duties.stop()]);
  await telegram.stop();
  await leader.stop();
  for (const server of servers) await server.close();
  await core.close();
}

/** The way in for updates that Telegram pushes. */
function webhookOf({ takeUpdate }: Telegram): Pick<ServerOptions, 'webhook'> {
  if (!takeUpdate) return {};
  return {
    webhook: async (request, reply) => {
      const { status } = await takeUpdate({ headers: request.headers, body: request.body });
      return reply.code(status).send({});
    },
  };
}

/** @param round answers true where more may wait, so that the next one follows at once. */
function createWorker(
  core: Core,
  name: string,
  intervalMs: number,
  round: (signal: AbortSignal) => Promise<unknown>,
): PollingWorker {
  const run = async (signal: AbortSignal) => (await core.run(() => round(signal))) === true;
  return new PollingWorker({ name, intervalMs, logger: core.logger, run });
}

/** What runs on every replica. */
interface ReplicaWorkers {
  /** Keeps ready what matching needs. */
  readonly standby: PollingWorker;
  /** Keeps ready how many ads a filter finds. */
  readonly market: PollingWorker;
}

function createReplicaWorkers(core: Core): ReplicaWorkers {
  return {
    standby: createWorker(core, 'standby', SECOND_MS, (signal) => core.matching.keepWarm(signal)),
    market: createWorker(core, 'market', MINUTE_MS, () => core.adSearch.warm()),
  };
}

/** What runs on the leader only. */
interface Duties {
  readonly sends: boolean;
  readonly start: () => void;
  readonly wake: (worker: string) => void;
  readonly stop: () => Promise<void>;
}

function createDuties(core: Core, texts: i18n, telegram: Telegram, overrides: AppOverrides): Duties {
  const sender = overrides.sender ?? ownSender(core, texts);
  const sends = sender !== null;
  const retention = createWorker(core, 'retention', HOUR_MS, (signal) => core.retention.sweep(signal));
  const producers = [...createPipeline(core, overrides), createWatch(core, telegram, sends), retention];
  const delivery =
    sender && createWorker(core, 'delivery', SECOND_MS, (signal) => core.delivery.deliverOnce(sender, signal));
  const workers = delivery ? [...producers, delivery] : producers;
  return {
    sends,
    start: () => {
      core.alarms.begin();
      for (const each of workers) each.start();
      telegram.poll();
    },
    wake: (name) => workers.find((each) => each.name === name)?.wake(),
    stop: async () => {
      await Promise.all(producers.map((each) => each.stop()));
      await telegram.stopPolling();
      await delivery?.stop();
      await core.run(() => core.delivery.drain());
    },
  };
}

/** From the source to the outbox. */
function createPipeline(core: Core, overrides: AppOverrides): PollingWorker[] {
  const { config, clock } = core;
  const source = overrides.source ?? createSource(config.source, { production: config.env === 'production', clock });
  const worker = createWorker.bind(null, core);
  const workers = [
    worker('details', SECOND_MS, (signal) => core.details.completeOnce(source, signal)),
    worker('details backlog', SECOND_MS, (signal) => core.detailsBacklog.completeOnce(source, signal)),
    worker('matching', SECOND_MS, (signal) => core.matching.matchOnce(signal)),
  ];
  if (source)
    workers.push(worker('ingestion', pollIntervalMs(config), (signal) => core.ingestion.ingestOnce(source, signal)));
  return workers;
}

/** Looks whether all is well. */
function createWatch(core: Core, telegram: Telegram, sends: boolean): PollingWorker {
  return createWorker(core, 'alarms', WATCH_MS, () =>
    core.alarms.watchOnce(ownSigns(core, { leads: true, sends, faults: telegram.faults() })),
  );
}

function ownSender(core: Core, texts: i18n): MessageSender | null {
  const { config, clock, logger } = core;
  if (config.bot.mode === 'off') return null;
  return createTelegramSender(config.telegram, { texts, publicUrl: config.http.publicUrl, clock, logger });
}

const pollIntervalMs = (config: Config) =>
  config.source.kind === 'none' ? SECOND_MS : config.source.intervalS * SECOND_MS;
