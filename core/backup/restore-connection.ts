import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { ormOptions } from '../db/orm-options.ts';
import { BackupError } from './backup-error.ts';

/** The migrator looks at its database beside the transaction. */
const CONNECTIONS = 2;

/** A transaction that the migrator and the driver work in together: the ORM does not hand out its connection. */
export interface RestoreTransaction {
  readonly orm: MikroORM;
  /** To be given to the migrator. */
  readonly migration: { readonly transaction: NonNullable<ReturnType<MikroORM['em']['getTransactionContext']>> };
  /** The very connection of the transaction. */
  readonly client: PoolClient;
  /** Server processes of our connections, which are not somebody else's. */
  readonly ownPids: readonly number[];
}

/** Runs `work` in one transaction on connections of its own; commits when it resolves, else leaves all as it was. */
export async function inRestoreTransaction<T>(
  url: string,
  work: (transaction: RestoreTransaction) => Promise<T>,
): Promise<T> {
  const clients: PoolClient[] = [];
  const options = ormOptions(url, CONNECTIONS);
  const onPoolCreated = (pool: Pool) => {
    options.driverOptions?.onPoolCreated?.(pool);
    pool.on('connect', (client) => clients.push(client));
  };
  const driverOptions = { ...options.driverOptions, onPoolCreated };
  // By this name: whoever calls stands within the other ORM's request.
  const orm = await MikroORM.init({ ...options, driverOptions, contextName: 'restore' });
  try {
    // Prepares the migrator, which is not to ask for a connection within the transaction.
    await orm.migrator.getExecuted();
    return await orm.em.fork().transactional(async (em) => {
      const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      const client = clients.find((each) => pidOf(each) === row?.pid);
      const transaction = em.getTransactionContext();
      if (!client || !transaction) throw new Error('The connection of the transaction was not found');
      return work({ orm, client, migration: { transaction }, ownPids: clients.map(pidOf) });
    });
  } catch (error) {
    throw inWords(error);
  } finally {
    await orm.close(true);
  }
}

/** The driver knows it; its types do not. */
const pidOf = (client: PoolClient) => (client as PoolClient & { readonly processID: number }).processID;

function inWords(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === '42501')
    return new BackupError('The role of DATABASE_URL may not do this: restore as the owner of the schema.');
  return error;
}
