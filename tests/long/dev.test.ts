import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { removeData } from '#tools/dev/remove-data.ts';

const DEV = fileURLToPath(new URL('../../tools/dev/main.ts', import.meta.url));
const SEED = fileURLToPath(new URL('../../tools/dev/seed.ts', import.meta.url));
const PATIENCE = { timeout: 120_000, interval: 50 };

const home = mkdtempSync(path.join(tmpdir(), 'vanags-'));
chmodSync(home, 0o755);
const folder = path.join(home, '.data-dev');
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  // Also where a test failed: a server that nobody uses any more goes with its data.
  await vi.waitUntil(() => !existsSync(folder) || removeData(folder), PATIENCE);
  rmSync(home, { recursive: true, force: true });
});

function run(file: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const child = spawn(process.execPath, [file, '--data', folder, ...args], { env, stdio: 'pipe' });
  children.push(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said.text += chunk;
    });
  return { child, said, ended: once(child, 'exit') };
}

async function startDev() {
  const dev = run(DEV, ['--port', '0', '--telegram-port', '0', '--market-port', '0', '--still']);
  await vi.waitUntil(() => dev.said.text.includes('Ctrl-C') || dev.child.exitCode !== null, PATIENCE);
  const [pages] = /(?<=Web pages: +)\S+(?=\/)/.exec(dev.said.text) ?? [];
  if (!pages) throw new Error(dev.said.text);
  return { ...dev, pages };
}

test('the development environment comes up, starts its service anew, and ends without a trace', async () => {
  const { child, said, ended, pages } = await startDev();

  const page = await (await fetch(`${pages}/filters`)).text();
  expect(page).toContain('/@vite/client');
  expect(page).toContain('name="telegram-web-origin"');
  expect(await (await fetch(`${pages}/api/config`)).json()).toHaveProperty('botName');

  child.stdin.write('r\n');
  await vi.waitUntil(() => said.text.includes('started anew'), PATIENCE);
  expect(said.text).toMatch(/started anew in \d+ ms \(by hand\)/);
  expect((await fetch(`${pages}/healthz`)).status).toBe(200);

  const seeded = run(SEED, ['--market-port', '0']);
  expect(await seeded.ended, seeded.said.text).toEqual([0, null]);

  expect(await removeData(folder)).toBe(false);
  expect((await fetch(`${pages}/readyz`)).status).toBe(200);

  child.kill('SIGINT');
  expect(await ended, said.text).toEqual([0, null]);
  await expect(fetch(`${pages}/healthz`)).rejects.toThrow();
  expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false);

  expect(await removeData(folder)).toBe(true);
  expect(existsSync(folder)).toBe(false);
});
