import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, type AppOverrides, startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { createSsLvSource } from '#core/ingestion/sources/ss-lv/ss-lv-source.ts';
import { createLogger } from '#core/logger.ts';
import { type MarketEmulator, startMarketEmulator } from '#tools/market-emulator/server.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { SimulatedUser, TelegramEmulator } from '#tools/telegram-emulator/types.ts';

export interface DevEnvOptions {
  /** Ports of the service, of the emulated Telegram and of the emulated market; 0 takes free ones. */
  readonly ports?: { readonly app: number; readonly telegram: number; readonly market: number };
  /** Where the embedded database keeps its data; a throw-away folder when left out. */
  readonly dataDir?: string;
  /** A database that runs already. */
  readonly databaseUrl?: string;
  readonly users?: SimulatedUser[];
  readonly marketAds?: number;
  /** How often the market does something of its own; null: only by command. */
  readonly marketTickMs?: number | null;
  /** Settings of the service beside those the environment gives. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Pause between two requests to the market; short unless told. */
  readonly sourcePace?: { readonly delayMs: number };
  readonly overrides?: AppOverrides;
}

/** Emulators and service together, as tests and the demo hold them. */
export interface DevEnv {
  readonly app: App;
  readonly telegram: TelegramEmulator;
  readonly market: MarketEmulator;
  /** Resolves when the first sweep of the market is complete: from now on a new ad is news. */
  readonly baseline: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const FREE_PORTS = { app: 0, telegram: 0, market: 0 };
/** Nobody is disturbed by a hurried reader of the emulated market. */
const MARKET_PACE = { delayMs: 20, budgetPerHour: 1_000_000 };

/** Starts the emulators and, against them, the real service. */
export async function startDevEnv(options: DevEnvOptions = {}): Promise<DevEnv> {
  const ports = options.ports ?? FREE_PORTS;
  const dataDir = options.dataDir ?? throwAwayFolder();
  const cleanUp: (() => Promise<void> | void)[] = [];
  if (options.dataDir === undefined) cleanUp.unshift(() => rmSync(dataDir, { recursive: true, force: true }));
  const close = async () => {
    for (const step of cleanUp.splice(0)) await step();
  };
  try {
    const telegram = await startTelegramEmulator({
      port: ports.telegram,
      hostname: 'localhost',
      users: options.users ?? [],
    });
    cleanUp.unshift(() => telegram.close());
    const market = await startMarketEmulator({
      port: ports.market,
      ads: options.marketAds ?? 200,
      tickMs: options.marketTickMs ?? null,
    });
    cleanUp.unshift(() => market.close());
    const app = await startService(options, { port: ports.app, dataDir, telegram, market });
    telegram.setWebAppUrl(app.core.config.http.publicUrl);
    cleanUp.unshift(() => app.close());
    return { app, telegram, market, baseline: () => baselineOf(app), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Readable for the user that the embedded database runs as, so that its data lie here and go with the folder. */
function throwAwayFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vanags-'));
  chmodSync(folder, 0o755);
  return folder;
}

interface Surroundings {
  readonly port: number;
  readonly dataDir: string;
  readonly telegram: Pick<TelegramEmulator, 'token' | 'url'>;
  readonly market: Pick<MarketEmulator, 'url'>;
}

/** The settings with which a service lives among emulators. */
export function emulatedSettings({ port, dataDir, telegram, market }: Surroundings): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    TELEGRAM_WEB_ORIGIN: telegram.url,
    TELEGRAM_LINK_ORIGIN: telegram.url,
    SIGNUP_ROLE: 'basic',
    SOURCE: 'ss-lv',
    SOURCE_URL: market.url,
    SOURCE_INTERVAL_S: '1',
    METRICS_PORT: '0',
  };
}

function startService(options: DevEnvOptions, around: Surroundings): Promise<App> {
  const config = loadConfig({
    ...emulatedSettings(around),
    LOG_LEVEL: 'warn',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...options.settings,
  });
  const source = createSsLvSource({
    baseUrl: around.market.url,
    allowPrivate: true,
    ...MARKET_PACE,
    ...options.sourcePace,
  });
  return startApp(config, { source, logger: createLogger(config.logLevel, process.stderr), ...options.overrides });
}

const LOOK_AGAIN_MS = 50;

async function baselineOf(app: App): Promise<void> {
  const em = app.core.orm.em.fork();
  const complete = async () => {
    const rows = await em.execute('select from sources where baseline_completed_at is not null');
    return rows.length > 0;
  };
  while (!(await complete())) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}
