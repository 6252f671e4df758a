import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#core/db/free-port.ts';
import type { Database } from '#core/db/open.ts';
import { aUser } from '#tests/support/builders.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { linesOf, readStages } from '#tools/image/dockerfile.ts';
import { removeTree } from '#tools/image/folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = path.join(ROOT, 'dist/webapp/index.html');
/** Whoever runs the tests made the stage; the service is somebody else where that can be. */
const SOMEBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

let folder: string;
let database: Database;
let port: number;
beforeAll(async () => {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: npm run build`);
  if (!process.env.npm_execpath) throw new Error('The stage installs packages by npm: start vitest by npm exec');
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-image-'));
  chmodSync(folder, 0o755);
  database = await openTestDatabase();
  port = await freePort();
  execFileSync(process.execPath, ['tools/image/main.ts', folder], { cwd: ROOT, stdio: 'pipe' });
}, 300_000);
afterAll(async () => {
  await database.close();
  removeTree(folder);
}, 60_000);

const inStage = (...names: string[]) => path.join(folder, ...names);

/** Nothing of whoever runs the tests. */
const environment = () => ({
  PATH: '/usr/bin:/bin',
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  PUBLIC_URL: 'https://cars.example.com',
  BOT_MODE: 'off',
  PORT: String(port),
  METRICS_PORT: '0',
});

/** Every file with what would change if it were written. */
function filesOf(tree: string): Map<string, string> {
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' });
  return new Map(
    files.map((file) => {
      const { mode, size, mtimeMs, ctimeMs } = lstatSync(path.join(tree, file));
      return [file, `${mode.toString(8)} ${size} ${mtimeMs} ${ctimeMs}`];
    }),
  );
}

/** A program as the user of the service. */
function run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = environment()) {
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((resolve) => {
    execFile(file, args, { ...SOMEBODY, env, cwd: inStage('app') }, (error, out, err) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err }),
    );
  });
}

async function startService(): Promise<ChildProcess> {
  const service = spawn(inStage('bin/node'), [inStage('app/main.ts')], {
    ...SOMEBODY,
    env: environment(),
    cwd: inStage('app'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    service.stdout.on('data', (line) => String(line).includes('Vanags listens') && resolve());
    service.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
  });
  return service;
}

/** The words of the Dockerfile's HEALTHCHECK. */
function healthCheck(): string[] {
  const last = readStages(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')).at(-1);
  const line = last && linesOf(last, 'HEALTHCHECK')[0];
  return JSON.parse(line?.text.replace(/^.*?CMD /s, '') ?? '[]');
}

const askHealth = () => run(inStage('bin/node'), healthCheck().slice(1));

const readPage = (url: string) => fetch(`http://127.0.0.1:${port}${url}`, { headers: { accept: 'text/html' } });

describe('what the image holds', () => {
  it('is what runs, and nothing of tests, tools, settings and their packages', () => {
    expect(readdirSync(folder)).toEqual(['app', 'bin']);
    expect(readdirSync(inStage('bin'))).toEqual(['node', 'vanags']);
    expect(readdirSync(inStage('app')).toSorted()).toEqual(
      [
        ...['LICENSE', 'api', 'app.ts', 'bot', 'cli', 'core', 'dist', 'main.ts', 'migrations', 'node_modules'],
        ...['package-lock.json', 'package.json'],
      ].toSorted(),
    );
    const own = [...filesOf(inStage('app')).keys()].filter((file) => !file.startsWith('node_modules'));
    expect(own.filter((file) => /[.]test[.]|README|[.]env|^dist\/(?!webapp)/.test(file))).toEqual([]);
    const { packages } = JSON.parse(readFileSync(inStage('app/package-lock.json'), 'utf8')) as {
      packages: Record<string, { readonly dev?: boolean; readonly optional?: boolean }>;
    };
    const unwanted = Object.keys(packages).filter((name) => packages[name]?.dev || packages[name]?.optional);
    expect(unwanted.filter((name) => existsSync(inStage('app', name)))).toEqual([]);
  });

  it('may be written by nobody, also not by the user of the service', async () => {
    const writable = [...filesOf(inStage('app')), ...filesOf(inStage('bin'))].filter(([, state]) =>
      Boolean(Number.parseInt(state, 8) & 0o222),
    );
    expect(writable).toEqual([]);
    for (const file of ['new.ts', 'main.ts', 'core/new.ts', 'dist/webapp/index.html']) {
      const script = `require('fs').appendFileSync(${JSON.stringify(file)}, 'x')`;
      expect(await run(inStage('bin/node'), ['-e', script])).toMatchObject({ err: expect.stringContaining('EACCES') });
    }
  });

  it('serves as a user who is not root, writes into its tree nothing, and ends when it is told to', async () => {
    const before = filesOf(folder);
    expect((await askHealth()).code).toBe(1);
    const service = await startService();
    try {
      if (process.platform === 'linux')
        expect(readFileSync(`/proc/${service.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\b/m);
      expect((await askHealth()).code).toBe(0);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ db: 'up' })]);
      const page = await readPage('/');
      const script = /src="(\/assets\/[^"]+[.]js)"/.exec(await page.text())?.[1] ?? 'none';
      expect([page.status, (await readPage(script)).status]).toEqual([200, 200]);
    } finally {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
    expect(filesOf(folder)).toEqual(before);
  });

  it('has the command line', async () => {
    const user = await aUser(database.orm, { firstName: 'Ilze' });
    const vanags = (...words: string[]) => run(inStage('bin/vanags'), words);
    expect(await vanags('config', 'check')).toMatchObject({ code: 0, err: '' });
    const { code, out } = await vanags('users', 'list', '--search', String(user.id), '--json');
    expect([code, JSON.parse(out)]).toEqual([0, [expect.objectContaining({ first_name: 'Ilze' })]]);
  });

  it('says in one line that it needs a database', async () => {
    const { DATABASE_URL: _, ...rest } = environment();
    const { code, err } = await run(inStage('bin/node'), [inStage('app/main.ts')], rest);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Vanags cannot start: DATABASE_URL is not set[^\n]*\n$/)]);
  });
});
