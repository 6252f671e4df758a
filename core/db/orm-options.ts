import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { freeBrokenConnections } from './broken-connections.ts';
import { entities } from './entities.ts';

/** Options of every connection: the service, the CLI, the tests and the migrations share them. */
export const ormOptions = (clientUrl: string, poolMax = 10) =>
  defineConfig({
    clientUrl,
    entities,
    extensions: [Migrator],
    // A name that is misspelt must fail, not become a new and empty database.
    ensureDatabase: false,
    // One connection is kept: the embedded server counts who is connected before it stops.
    pool: { min: 1, max: poolMax },
    forceUtcTimezone: true,
    driverOptions: {
      // A process that is stopped within a transaction must not hold its locks for longer than a take-over takes.
      idle_in_transaction_session_timeout: 10_000,
      connectionTimeoutMillis: 5_000,
      // A server whose machine died says nothing: without this its answer would be waited for for ever.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      onPoolCreated: freeBrokenConnections,
    },
    // Triggers and functions are written by hand in migrations; the comparison would drop them.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true },
    migrations: {
      path: fileURLToPath(new URL('../../migrations', import.meta.url)),
      glob: '!(*.d).{js,ts}',
      emit: 'ts',
      silent: true,
      snapshot: true,
      snapshotName: '.snapshot-app',
      snapshotOnMigrate: false,
    },
  });
