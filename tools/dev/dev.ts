import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#core/db/embedded.ts';
import { freePort } from '#core/db/free-port.ts';
import { emulatedSettings } from '#tools/dev-env/dev-env.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import { startKeptMarket } from './kept-market.ts';
import { servePages } from './pages.ts';
import { DEV_PEOPLE } from './people.ts';
import { ServiceChild } from './service-child.ts';
import { watchSources } from './source-watch.ts';

const DATABASE = 'vanags';
const TICK_MS = 10_000;

export interface DevOptions {
  /** 0 takes free ones. */
  readonly ports: { readonly app: number; readonly telegram: number; readonly market: number };
  /** What is to survive: the database and the market; logs, too. */
  readonly folder: string;
  /** Whether nothing happens on the market but by command. */
  readonly still: boolean;
  /** Whether PostgreSQL logs each statement. */
  readonly sql: boolean;
  /** For Node, such as `--inspect`. */
  readonly nodeFlags: readonly string[];
  readonly tellFrom: string;
  readonly devLoginSecret: string;
  readonly tell: (line: string) => void;
}

/** The development environment: all but the service lives in this process and outlasts its restarts. */
export interface Dev {
  readonly urls: {
    readonly pages: string;
    readonly telegram: string;
    readonly market: string;
    readonly database: string;
  };
  readonly restart: (reason: string) => void;
  readonly close: () => Promise<void>;
}

export async function startDev(options: DevOptions): Promise<Dev> {
  const folder = path.resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  const cleanUp: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startParts({ ...options, folder }, cleanUp)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(options: DevOptions, cleanUp: (() => Promise<void> | void)[]): Promise<Omit<Dev, 'close'>> {
  const { ports, folder } = options;
  const telegram = await startTelegramEmulator({
    port: ports.telegram,
    hostname: 'localhost',
    users: DEV_PEOPLE.map(({ person }) => ({ ...person })),
  });
  cleanUp.push(() => telegram.close());
  const market = await startKeptMarket({ folder, port: ports.market, tickMs: options.still ? null : TICK_MS });
  cleanUp.push(() => market.close());
  // Held here, so that it need not start anew with each change.
  const database = await startEmbeddedPostgres(folder, { durable: true, database: DATABASE });
  cleanUp.push(() => database.stop());
  await logStatements(database, options.sql);

  const port = await freePort();
  const appPort = ports.app === 0 ? await freePort() : ports.app;
  const pagesUrl = `http://localhost:${appPort}`;
  const service = new ServiceChild({
    ...options,
    logFile: path.join(folder, 'service.log'),
    env: {
      ...process.env,
      ...settingsOf(options, pagesUrl, emulatedSettings({ port, dataDir: folder, telegram, market })),
    },
  });
  const pages = await servePages({
    port: appPort,
    serviceUrl: `http://127.0.0.1:${port}`,
    settled: () => service.settled(),
    telegramWebOrigin: telegram.url,
    cacheDir: path.join(folder, 'vite'),
  });
  cleanUp.push(() => pages.close());
  telegram.setWebAppUrl(pagesUrl);
  for (const { person } of DEV_PEOPLE) telegram.start(person.id);
  cleanUp.push(() => service.stop());
  cleanUp.push(watchSources((file) => service.restart(file)));
  await service.start();
  return {
    urls: { pages: pagesUrl, telegram: telegram.url, market: market.url, database: database.url(DATABASE) },
    restart: (reason) => service.restart(reason),
  };
}

/** Whatever the environment of the developer says of tokens and databases, this service lives among emulators. */
function settingsOf({ devLoginSecret, tellFrom }: DevOptions, pagesUrl: string, emulated: Record<string, string>) {
  return {
    ...emulated,
    NODE_ENV: 'development',
    DATABASE_URL: '',
    PUBLIC_URL: pagesUrl,
    HOST: '127.0.0.1',
    BOT_MODE: 'polling',
    ROLE: 'all',
    ALERTS_PER_HOUR: '0',
    RATE_LIMITS: 'off',
    DEV_LOGIN_SECRET: devLoginSecret,
    LOG_LEVEL: tellFrom === 'trace' ? 'trace' : 'debug',
  };
}

/** For connections that are opened from now on. */
async function logStatements(database: EmbeddedPostgres, isOn: boolean): Promise<void> {
  const client = new pg.Client(database.url(DATABASE));
  await client.connect();
  try {
    await client.query(`alter database ${DATABASE} ${isOn ? "set log_statement = 'all'" : 'reset log_statement'}`);
  } finally {
    await client.end();
  }
}
