import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../support/test-database.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'vanags-process-'));
  chmodSync(directory, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function startService(env: Record<string, string>) {
  const quiet = { BOT_MODE: 'off', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: directory };
  return spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...quiet, ...env } });
}

describe('the process of the service', () => {
  it('leaves no database behind when it is stopped before it has started', async () => {
    const server = path.join(directory, 'postgres', 'postmaster.pid');
    const service = startService({});
    const ended = once(service, 'exit');
    while (!existsSync(server) && service.exitCode === null) await wait(5);
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(server)).toBe(false);
  });

  it('does not make the database whose name was misspelt', async () => {
    const { url, close } = await openTestDatabase();
    const misspelt = new URL(url);
    misspelt.pathname = '/vanags_misspelt';
    const service = startService({ DATABASE_URL: misspelt.href });
    const [said, [exitCode]] = await Promise.all([text(service.stderr), once(service, 'exit')]);
    expect(exitCode).toBe(1);
    expect(said).toBe('Vanags cannot start: database "vanags_misspelt" does not exist\n');
    await close();
  });
});
