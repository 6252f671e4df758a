import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { ADVISORY_LOCKS } from '#core/db/advisory-locks.ts';
import type { Database } from '#core/db/open.ts';
import { logFolder, runFolder } from '../run-folder.ts';

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const MORTAL = fileURLToPath(new URL('./mortal-service.ts', import.meta.url));

/** Longer than any change of the leader may take, also on a machine that is busy with other things. */
const WITHIN = { timeout: 40_000, interval: 10 };
const GRACE_MS = 15_000;

const QUIET = {
  ...{ NODE_ENV: 'test', BOT_MODE: 'off', SOURCE: 'none', ROLE: 'all', PORT: '0', METRICS_PORT: '0' },
  LOG_LEVEL: 'debug',
};

/** What ends a process: nothing of itself, or its own hand at the n-th pass of a named place. */
export type Fate = 'none' | { readonly at: 'before_commit' | 'after_commit'; readonly times: number };

/** A running service. The database knows its connections by its name. */
export interface Replica {
  readonly name: string;
  readonly fate: Fate;
  readonly child: ChildProcess;
  /** When it ended, by the clock of `performance.now()`. */
  readonly ended: Promise<number>;
}

/** How many ended, by what: a signal of the test, or their own hand at a place. */
export type Deaths = Record<'killed' | 'before_commit' | 'after_commit', number>;

/** A leader and a standby on one database, each a real process; in the place of one that dies another is started. */
export class Replicas {
  readonly deaths: Deaths = { killed: 0, before_commit: 0, after_commit: 0 };
  readonly #database: Database;
  readonly #drawFate: () => Fate;
  readonly #alive = new Set<Replica>();
  readonly #victims = new Set<Replica>();
  readonly #failure = Promise.withResolvers<never>();
  #started = 0;
  #isStopping = false;

  constructor(database: Database, drawFate: () => Fate) {
    this.#database = database;
    this.#drawFate = drawFate;
    this.#failure.promise.catch(() => {});
  }

  get alive(): readonly Replica[] {
    return [...this.#alive];
  }

  /** Rejects when one ends that nothing has killed. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  async begin(): Promise<void> {
    for (const fate of ['none', this.#drawFate()] as const) this.#start(fate);
    await this.standing();
  }

  kill(victim: Replica): void {
    this.#victims.add(victim);
    victim.child.kill('SIGKILL');
  }

  /** Waits until somebody who is alive and not `except` holds the lock of the leader. */
  leader(except?: Replica): Promise<Replica> {
    return vi.waitFor(async () => {
      const held = await this.#namesOf(
        `select a.application_name as name from pg_locks join pg_stat_activity a using (pid)
         where locktype = 'advisory' and granted and objid = ? and a.datname = current_database()`,
        [ADVISORY_LOCKS.leader],
      );
      const leader = this.alive.find((replica) => replica !== except && held.has(replica.name));
      if (!leader) throw new Error('nobody leads');
      return leader;
    }, WITHIN);
  }

  /** Waits until every living replica leads or stands for it. */
  async standing(): Promise<void> {
    await vi.waitFor(async () => {
      const names = await this.#namesOf(
        `select application_name as name from pg_stat_activity where datname = current_database()
           and query ~ '^(select pg_try_advisory_lock|select 1$|listen vanags_wake)'`,
        [],
      );
      const missing = this.alive.filter((replica) => !names.has(replica.name));
      if (missing.length > 0) throw new Error(`${missing.map(({ name }) => name).join()} does not stand for leader`);
    }, WITHIN);
  }

  /** Whether a replica that does nothing at the moment is inside a transaction that has claimed events. */
  holdsClaim({ name }: Replica): Promise<boolean> {
    return vi.waitFor(async () => {
      const rows = await this.#ask<{ state: string }>(
        `select state from pg_locks join pg_stat_activity a using (pid)
         where relation = 'ad_events'::regclass and mode = 'RowShareLock' and granted and application_name = ?`,
        [name],
      );
      // What it asked for last is still being done, and may be the commit.
      if (rows.some(({ state }) => state === 'active')) throw new Error(`${name} still waits for an answer`);
      return rows.length > 0;
    }, WITHIN);
  }

  /** Ends them all in the orderly way, and those that do not end by force. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = this.alive.map(({ child, ended }) => {
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      return ended.finally(() => clearTimeout(force));
    });
    await Promise.all(ends);
  }

  #start(fate: Fate): void {
    this.#started += 1;
    const name = `replica-${this.#started}`;
    const program = fate === 'none' ? [MAIN] : [MORTAL, fate.at, String(fate.times)];
    const log = openSync(path.join(newFolder(), `matching-kills.${process.pid}.${name}.log`), 'a');
    const child = spawn(process.execPath, program, {
      // Where no `.env` of a developer lies.
      cwd: tmpdir(),
      stdio: ['ignore', log, log],
      env: { ...QUIET, PATH: process.env.PATH, DATABASE_URL: this.#database.url, PGAPPNAME: name },
    });
    closeSync(log);
    const ended = once(child, 'exit').then(([code, signal]) => {
      const at = performance.now();
      this.#alive.delete(replica);
      if (this.#isStopping) return at;
      if (signal === 'SIGKILL') this.#replace(replica);
      else this.#failure.reject(new Error(`${name} ended by itself with ${code ?? signal}`));
      return at;
    });
    const replica: Replica = { name, fate, child, ended };
    this.#alive.add(replica);
  }

  #replace(dead: Replica): void {
    const isVictim = dead.fate === 'none' || this.#victims.has(dead);
    this.deaths[isVictim ? 'killed' : dead.fate.at] += 1;
    this.#start(this.#drawFate());
  }

  async #namesOf(query: string, params: unknown[]): Promise<ReadonlySet<string>> {
    const rows = await this.#ask<{ name: string }>(query, params);
    return new Set(rows.map(({ name }) => name));
  }

  #ask<Row extends object>(query: string, params: unknown[]): Promise<Row[]> {
    return this.#database.orm.em.fork().execute<Row[]>(query, params);
  }
}

function newFolder(): string {
  const folder = logFolder(runFolder());
  mkdirSync(folder, { recursive: true });
  return folder;
}
