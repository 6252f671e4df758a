import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { ENDS_WITH_TESTS, openChildLog } from './child-log.ts';

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const MORTAL = fileURLToPath(new URL('../kills/mortal-service.ts', import.meta.url));

/** Also on a machine that is busy with other things. */
const START = { timeout: 120_000, interval: 20 };

const QUIET = {
  ...{ NODE_ENV: 'test', BOT_MODE: 'off', SOURCE: 'none', ROLE: 'all', PORT: '0', METRICS_PORT: '0' },
  ...{ PUBLIC_URL: 'https://vanags.test', RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
};

/** Every place of the pipeline where a process can be made to die. */
export type CrashPlace =
  | 'after_claim'
  | 'after_send'
  | 'after_ad_insert'
  | 'after_release'
  | 'before_commit'
  | 'after_commit';

/** The process kills itself when it passes the place for the n-th time. */
export interface Fate {
  readonly at: CrashPlace;
  readonly times: number;
}

interface Start {
  readonly databaseUrl: string;
  /** Settings of the service, over those of a quiet one without bot and source on free ports. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names its log and, to the database, its connections. */
  readonly name?: string;
  readonly fate?: Fate;
  /** The clock of the pipeline can be set; else the program is `main.ts` itself, unless it has a fate. */
  readonly clock?: boolean;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** By the clock of `performance.now()`. */
  readonly at: number;
}

/** The service as a real process, for tests that kill, stop and restart it. */
export class ServiceProcess {
  readonly name: string;
  readonly fate: Fate | null;
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcess;
  readonly #logFile: string;
  #url = '';

  /** Starts the process without waiting for it. */
  constructor({ databaseUrl, env = {}, name = 'service', fate, clock = false }: Start) {
    const log = openChildLog(name);
    const program = fate ? [MORTAL, fate.at, String(fate.times)] : [clock ? MORTAL : MAIN];
    this.name = name;
    this.fate = fate ?? null;
    this.#logFile = log.path;
    this.#child = spawn(process.execPath, [...ENDS_WITH_TESTS, ...program], {
      // Where no `.env` of a developer lies.
      cwd: tmpdir(),
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      env: { ...QUIET, PATH: process.env.PATH, DATABASE_URL: databaseUrl, PGAPPNAME: name, ...env },
    });
    closeSync(log.fd);
    this.ended = once(this.#child, 'exit').then(([code, signal]) => ({ code, signal, at: performance.now() }));
  }

  /** A process that answers HTTP. @throws Error if it ends before. */
  static async start(given: Start): Promise<ServiceProcess> {
    const service = new ServiceProcess(given);
    await service.listening();
    return service;
  }

  /** Origin of its HTTP server. */
  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until it answers HTTP. @throws Error if it ends before. */
  async listening(): Promise<void> {
    await vi.waitUntil(() => !this.isAlive || this.#readUrl(), START);
    if (!this.#readUrl()) throw new Error(`${this.name} did not start:\n${this.log.slice(-2000)}`);
  }

  /** What it has logged so far. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Stops it in the middle of whatever it does, until `resume`. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Asks it to stop. @returns its exit code, null if a signal ended it, and how long that took. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const since = performance.now();
    this.#child.kill('SIGTERM');
    this.#child.kill('SIGCONT');
    const { code, at } = await this.ended;
    return { code, ms: at - since };
  }

  /** Sets the clock of the pipeline this far from the real one; only for a process started with `clock` or a fate. */
  async setClock(offsetMs: number): Promise<void> {
    const told = once(this.#child, 'message', { signal: AbortSignal.timeout(10_000) });
    this.#child.send({ offsetMs });
    await told;
  }

  #readUrl(): boolean {
    const [, url] = /"url":"([^"]+)","msg":"Vanags listens"/.exec(this.log) ?? [];
    this.#url = url ?? '';
    return url !== undefined;
  }
}
