import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { ormOptions } from './orm-options.ts';

const EMBEDDED_DATABASE = 'vanags';

export interface Database {
  readonly orm: MikroORM;
  readonly url: string;
  /** Closes the connections and stops the embedded server when nobody else uses it. */
  readonly close: () => Promise<void>;
}

/** Connects to the configured server, or to the embedded one, and brings the schema up to date if asked. */
export async function openDatabase(config: Config['database']): Promise<Database> {
  const embedded = config.url === null ? await startEmbedded(config.dataDir) : null;
  const url = config.url ?? embedded?.url(EMBEDDED_DATABASE) ?? '';
  const orm = await connect(url);
  const close = async () => {
    await orm.close(true);
    await embedded?.stop();
  };
  try {
    if (config.migrateOnStart) await migrate(orm);
    return { orm, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A database is created on the embedded server alone: on another it is a privilege that the service's role lacks. */
function startEmbedded(directory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(directory, { durable: true, database: EMBEDDED_DATABASE });
}

/** An ORM on a database that exists; nothing is connected before the first query. */
export function connect(url: string): Promise<MikroORM> {
  return MikroORM.init(ormOptions(url));
}

/**
 * Applies every pending migration; safe from several processes at once, as an advisory lock lets one do it.
 * @returns the names of those it applied.
 */
export async function migrate(orm: MikroORM): Promise<string[]> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.migration]);
    const transaction = em.getTransactionContext();
    const applied = await orm.migrator.up(transaction ? { transaction } : {});
    return applied.map((migration) => migration.name);
  });
}

/** Names of the migrations this database still lacks. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  const pending = await orm.migrator.getPending();
  return pending.map((migration) => migration.name);
}

/** Gives `work` an entity manager of its own: one for each HTTP request, update, worker run and command. */
export function runInFork<T>(orm: MikroORM, work: () => Promise<T>): Promise<T> {
  return RequestContext.create(orm.em, work);
}
