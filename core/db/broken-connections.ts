import type { Pool, PoolClient } from 'pg';

/** Whoever holds the connection notices the break at once; after this long nobody gives it back any more. */
const GRACE_MS = 500;

/**
 * Frees the place of a connection that breaks inside a transaction. The query builder beneath the ORM gives a connection
 * back only after the rollback has passed, which it never does on a broken one: ten outages would empty the pool for good.
 */
export function freeBrokenConnections(pool: Pool): void {
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (taken.has(client)) client.release(true);
      }, GRACE_MS).unref();
    });
  });
}
