import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { openDatabase } from '#core/db/open.ts';
import { type MarketAmounts, seedMarket } from './seed-market.ts';

/** The time that it is for the service, in the month in which the cars are drawn. */
export const NOW = new Date('2026-11-22T12:00:00Z');
const DEV_LOGIN_SECRET = 'for the benchmark only';
const TELEGRAM_ID = 9_001;

/** The service on a store of its own. */
export interface PreviewWorld {
  readonly app: App;
  /** How long the answer to a filter takes over HTTP, to its last byte; in milliseconds. */
  readonly askOverHttp: (body: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function startPreviewWorld(seed: number, amounts: MarketAmounts): Promise<PreviewWorld> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vanags-bench-'));
  // Readable for the user that the embedded database runs as.
  chmodSync(dataDir, 0o755);
  const database = await openDatabase({ url: null, dataDir, migrateOnStart: true });
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    await seedMarket(database.url, seed, NOW, amounts);
    const settings = { PORT: '0', METRICS_PORT: '0', BOT_MODE: 'off', ROLE: 'web', RATE_LIMITS: 'off' };
    const config = loadConfig({ ...settings, LOG_LEVEL: 'error', DEV_LOGIN_SECRET });
    const app = await startApp(config, { database, clock: { now: () => NOW } });
    const close = () => app.close().then(removeData);
    return { app, askOverHttp: await signIn(app), close };
  } catch (error) {
    await database.close();
    removeData();
    throw error;
  }
}

async function signIn({ core, url }: App): Promise<PreviewWorld['askOverHttp']> {
  await core.orm.em
    .fork()
    .execute("insert into users (telegram_id, role, first_name, language) values (?, 'admin', 'Ilze', 'lv')", [
      TELEGRAM_ID,
    ]);
  const headers = { 'content-type': 'application/json', origin: core.config.http.publicUrl };
  const answer = await fetch(url + PATHS.devLogin, {
    method: 'POST',
    headers,
    body: JSON.stringify({ first_name: 'Ilze', telegram_user_id: TELEGRAM_ID, secret: DEV_LOGIN_SECRET }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`The log-in was refused: ${await answer.text()}`);
  return async (body) => {
    const start = performance.now();
    const preview = await fetch(url + PATHS.preview, { method: 'POST', headers: { ...headers, cookie }, body });
    const said = await preview.text();
    if (!preview.ok) throw new Error(`The filter ${body} was refused: ${said}`);
    return performance.now() - start;
  };
}
