import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATHS } from '#core/contracts/paths.ts';
import { openDatabase } from '#core/db/open.ts';
import { ADMIN_TELEGRAM_ID, type Amounts, seed } from './admin-seed.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const PORT = 3310;
const DEV_LOGIN_SECRET = 'for the benchmark only';
/** Of lines of the log. */
const ERROR_LEVEL = 50;

/** The service among many users, and an administrator who is signed in. */
export interface AdminWorld {
  readonly url: string;
  /** The administrator's cookie: its name and its value. */
  readonly cookie: { readonly name: string; readonly value: string };
  readonly close: () => Promise<void>;
}

/** Starts a process of the service on a database of its own that was filled before. */
export async function startAdminWorld(amounts: Amounts): Promise<AdminWorld> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vanags-bench-'));
  // Readable for the user that the embedded database runs as.
  chmodSync(dataDir, 0o755);
  const database = await openDatabase({ url: null, dataDir, migrateOnStart: true });
  let service: ChildProcess | null = null;
  const close = async () => {
    if (service && service.exitCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await seed(database.orm.em.fork(), amounts);
    service = await startService(database.url);
    const url = `http://localhost:${PORT}`;
    return { url, cookie: await signIn(url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves once it listens. */
async function startService(databaseUrl: string): Promise<ChildProcess> {
  const settings = { PORT: String(PORT), METRICS_PORT: '0', BOT_MODE: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'info' };
  const service = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DEV_LOGIN_SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: service.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      const { level, msg } = JSON.parse(line);
      if (msg === 'Vanags listens') resolve();
      // A call that fails quickly is no quick call.
      if (level >= ERROR_LEVEL) console.error(line);
    });
    service.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return service;
}

async function signIn(url: string): Promise<AdminWorld['cookie']> {
  const answer = await fetch(url + PATHS.devLogin, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ first_name: 'Ilze', telegram_user_id: ADMIN_TELEGRAM_ID, secret: DEV_LOGIN_SECRET }),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  if (!answer.ok || !name || !value) throw new Error(`The log-in was refused: ${await answer.text()}`);
  return { name, value };
}
