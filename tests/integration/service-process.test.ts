import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
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

  it('ends with one line when its port is taken, and serves on when that of the figures is', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { url, close } = await openTestDatabase();

    const refused = startService({ DATABASE_URL: url, PORT: port, METRICS_PORT: '19464' });
    const [said, [exitCode]] = await Promise.all([text(refused.stderr), once(refused, 'exit')]);
    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Vanags cannot start: listen EADDRINUSE[^\n]+\n$/);

    const serving = startService({ DATABASE_URL: url, METRICS_PORT: port, LOG_LEVEL: 'info' });
    const ended = once(serving, 'exit');
    await new Promise<void>((resolve) => {
      serving.stdout.on('data', (line) => String(line).includes('Vanags listens') && resolve());
    });
    serving.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    taken.close();
    await close();
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
