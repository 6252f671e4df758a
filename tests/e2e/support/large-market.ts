import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATHS } from '#core/contracts/paths.ts';
import { freePort } from '#core/db/free-port.ts';
import { openDatabase } from '#core/db/open.ts';
import { logFolder, runFolder } from '#tests/support/run-folder.ts';
import { type MarketAmounts, seedMarket } from '#tools/bench/preview/seed-market.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { TelegramEmulator, WebAppLaunch } from '#tools/telegram-emulator/types.ts';
import { test as base } from './watched-test.ts';

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const FIRST_ID = 8_100_000;
/** Any; the same one makes the same cars. */
const SEED = 20_261;

/** A service of its own among very many ads, beside the demo: no other test sees them. */
export interface LargeMarket {
  /** Somebody new with an account. */
  readonly person: (language: string) => Promise<Visitor>;
}

export interface Visitor {
  /** The address at which a client opens this page of the app, with signed launch data. */
  readonly launchUrl: (path: string, theme?: WebAppLaunch['theme']) => string;
  /** Calls the API as this person, past the page. */
  readonly ask: <Answer>(path: string, body: unknown) => Promise<Answer>;
}

/** A test on a market of 100,000 ads; the tests of one worker share it, and it is only read. */
export const test = base.extend<object, { market: LargeMarket }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: so fixtures tell that they need no others.
    async ({}, use) => {
      const { market, close } = await startLargeMarket({ onMarket: 100_000, recentlyGone: 20_000, longGone: 0 });
      await use(market);
      await close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

async function startLargeMarket(amounts: MarketAmounts): Promise<{ market: LargeMarket; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vanags-large-'));
  // Readable for the user that the embedded database runs as.
  chmodSync(dataDir, 0o755);
  const cleanUp: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const step of cleanUp.splice(0)) await step();
  };
  try {
    const database = await openDatabase({ url: null, dataDir, migrateOnStart: true });
    cleanUp.unshift(database.close);
    await seedMarket(database.url, SEED, new Date(), amounts);
    const telegram = await startTelegramEmulator({ port: 0, hostname: 'localhost' });
    cleanUp.unshift(() => telegram.close());
    const port = await freePort();
    const service = await startService(port, database.url, telegram);
    cleanUp.unshift(() => end(service));
    const url = `http://localhost:${port}`;
    telegram.setWebAppUrl(url);
    return { market: { person: (language) => newVisitor(url, telegram, language) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With its usual limits of calls. Resolves once it listens. */
async function startService(port: number, databaseUrl: string, telegram: TelegramEmulator): Promise<ChildProcess> {
  const service = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      BOT_TOKEN: telegram.token,
      BOT_MODE: 'off',
      TELEGRAM_WEB_ORIGIN: telegram.url,
      SIGNUP_ROLE: 'basic',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // To be searched for secrets at the end of the run, as the demo's.
  const log = path.join(logFolder(runFolder()), `large-market-${port}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: service.stdout }).on('line', (line) => {
      appendFileSync(log, `${line}\n`);
      if (JSON.parse(line).msg === 'Vanags listens') resolve();
    });
    service.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return service;
}

async function end(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

let lastId = FIRST_ID;

async function newVisitor(url: string, telegram: TelegramEmulator, language: string): Promise<Visitor> {
  lastId += 1;
  const id = lastId;
  const firstName = 'Jānis';
  telegram.addUser({ id, first_name: firstName, language_code: language });
  const launchUrl: Visitor['launchUrl'] = (page, theme = 'light') => telegram.openWebApp(id, { path: page, theme });
  const initData = () => new URLSearchParams(new URL(launchUrl('/')).hash.slice(1)).get('tgWebAppData') ?? '';
  const ask = async <Answer>(path: string, body: unknown) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, authorization: `tma ${initData()}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  await ask(PATHS.signup, { telegram_user_id: id, first_name: firstName, initData: initData() });
  return { launchUrl, ask };
}
