import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { asRoot, type Binaries, childOptions, locateBinaries, owner } from './embedded-binaries.ts';
import { freePort } from './free-port.ts';
import { isAlive, withStartLock } from './start-lock.ts';

/** A private PostgreSQL from npm, shared by every process that names the same directory. */
export interface EmbeddedPostgres {
  /** Connection string of a database of this server. */
  readonly url: (database: string) => string;
  /** Stops the server unless another process still uses it. Close your own connections first. */
  readonly stop: () => Promise<void>;
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const READY_WITHIN_MS = 30_000;
const RETRY_MS = 20;

interface EmbeddedOptions {
  /** `false` is for throw-away test servers. */
  readonly durable: boolean;
  /** Created where it is not there yet. */
  readonly database?: string;
}

/**
 * Starts the server that keeps its data in `directory/postgres`, or adopts the one that already runs there, also after
 * the process that started it was killed.
 *
 * A connection that is opened under the start lock and held until `stop` says that this process uses the server: else
 * another could stop it between the adoption and the first query.
 */
export async function startEmbeddedPostgres(directory: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await locateBinaries();
  const data = reachable(path.resolve(directory, 'postgres'));
  const lock = path.join(path.dirname(data), `${path.basename(data)}.lock`);
  const { server, use } = await withStartLock(lock, async () => {
    const server = (await runningServer(data)) ?? (await startAnew(binaries, data, options.durable));
    const use = await connectTo(server);
    if (options.database !== undefined) await ensureDatabase(use, options.database);
    return { server, use };
  });
  return {
    url: (database) => `postgresql://postgres@127.0.0.1:${server.port}/${database}`,
    stop: () =>
      withStartLock(lock, async () => {
        await use.end();
        if (!(await hasClients(server))) await stopServer(server);
      }),
  };
}

function startAnew(binaries: Binaries, data: string, durable: boolean): Promise<Postmaster> {
  prepareData(binaries, data);
  return start(binaries, data, durable);
}

/** Two at once would both find it missing: the caller holds the start lock. */
async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

/** Where the user that PostgreSQL runs as cannot enter the wanted place, the data live in a place named after it. */
function reachable(data: string): string {
  const parent = path.dirname(data);
  mkdirSync(parent, { recursive: true });
  if (!asRoot || spawnSync('test', ['-x', parent], childOptions).status === 0) return data;
  const name = createHash('sha256').update(data).digest('hex').slice(0, 12);
  return path.join('/var/tmp', `embedded-postgres-${name}`);
}

/** The living server of a data directory, found by its `postmaster.pid`; null when there is none or the file is stale. */
async function runningServer(data: string): Promise<Postmaster | null> {
  const found = readPostmaster(data);
  if (!found || !isAlive(found.pid)) return null;
  return (await ready(found, data)) ? found : null;
}

function readPostmaster(data: string): Postmaster | null {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  return pid && port ? { pid, port } : null;
}

function prepareData(binaries: Binaries, data: string): void {
  const versionFile = path.join(data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    requireSameMajor(binaries, data, readFileSync(versionFile, 'utf8').trim());
    return;
  }
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  if (owner) chownSync(data, owner.uid, owner.gid);
  // The built-in locale sorts the same on every machine.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync'];
  const result = spawnSync(binaries.initdb, args, { ...childOptions, encoding: 'utf8' });
  if (result.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new Error(`The embedded PostgreSQL could not be set up: ${result.stdout}${result.stderr}`.trim());
  }
}

function requireSameMajor(binaries: Binaries, data: string, major: string): void {
  const version = spawnSync(binaries.postgres, ['--version'], { ...childOptions, encoding: 'utf8' }).stdout;
  if (!version.includes(` ${major}.`))
    throw new Error(
      `${data} holds data of PostgreSQL ${major}, but ${version.trim()} is installed: back up, then restore`,
    );
}

async function start(binaries: Binaries, data: string, durable: boolean): Promise<Postmaster> {
  const port = await freePort();
  const logFile = `${data}.log`;
  const log = openSync(logFile, 'w');
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'log_min_messages=warning',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
  // `detached` keeps a terminal's Ctrl-C away from the server: it is stopped after its clients, not with them.
  const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settings], {
    ...childOptions,
    stdio: ['ignore', 'ignore', log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  const server = { pid: child.pid ?? 0, port };
  if (await ready(server, data)) return server;
  throw new Error(`The embedded PostgreSQL did not start: ${readFileSync(logFile, 'utf8').slice(-2000).trim()}`);
}

/** Waits until the server answers and is the one of this directory (a process id can have been used again). */
async function ready(server: Postmaster, data: string): Promise<boolean> {
  const started = performance.now();
  while (isAlive(server.pid) && performance.now() - started < READY_WITHIN_MS) {
    const directory = await ask(server, 'select current_setting($1) as answer', ['data_directory']).catch(() => null);
    if (directory !== null) return directory === data;
    await wait(RETRY_MS);
  }
  return false;
}

async function connectTo(server: Postmaster): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function ask(server: Postmaster, query: string, values: unknown[] = []): Promise<unknown> {
  const client = await connectTo(server);
  try {
    const result = await client.query(query, values);
    return result.rows[0]?.answer ?? null;
  } finally {
    await client.end();
  }
}

/**
 * Asked over a connection of its own: the one that says who uses the server may be closed, or lost, while others still
 * have theirs. A server that does not answer any more serves nobody.
 */
async function hasClients(server: Postmaster): Promise<boolean> {
  const others = `select exists (select from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()) as answer`;
  return (await ask(server, others).catch(() => false)) === true;
}

async function stopServer(server: Postmaster): Promise<void> {
  if (!isAlive(server.pid)) return;
  process.kill(server.pid, 'SIGINT');
  while (isAlive(server.pid)) await wait(RETRY_MS);
}
