import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#core/db/embedded.ts';
import { isAlive } from '#core/db/start-lock.ts';
import { TcpProxy } from './tcp-proxy.ts';

const DATABASE = 'vanags';
const LOOK_MS = 10;

/** A database server of a test's own that can go away and come back at the same address. */
export class OutagePostgres {
  readonly proxy: TcpProxy;
  readonly #directory: string;
  #server: EmbeddedPostgres;

  private constructor(directory: string, server: EmbeddedPostgres, proxy: TcpProxy) {
    this.#directory = directory;
    this.#server = server;
    this.proxy = proxy;
  }

  static async start(): Promise<OutagePostgres> {
    const directory = mkdtempSync(path.join(tmpdir(), 'vanags-outage-'));
    chmodSync(directory, 0o755);
    const server = await startIn(directory);
    return new OutagePostgres(directory, server, await TcpProxy.start(portOf(server)));
  }

  /** Of an empty database, whichever port the server has at the moment. */
  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.proxy.port}/${DATABASE}`;
  }

  /** What `pg_ctl stop -m immediate` does: every connection breaks, and the next start recovers from the log. */
  async stop(): Promise<void> {
    const [pid] = readFileSync(path.join(this.#directory, 'postgres', 'postmaster.pid'), 'utf8')
      .split('\n')
      .map(Number);
    if (!pid) throw new Error('The server has no process.');
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await wait(LOOK_MS);
  }

  async startAgain(): Promise<void> {
    this.#server = await startIn(this.#directory);
    this.proxy.aim(portOf(this.#server));
  }

  async end(): Promise<void> {
    await this.proxy.close();
    await this.#server.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Durable, as the service's own: what was committed must stand after the crash. */
const startIn = (directory: string) => startEmbeddedPostgres(directory, { durable: true, database: DATABASE });

const portOf = (server: EmbeddedPostgres) => Number(new URL(server.url(DATABASE)).port);
