import { BackupError } from './backup-error.ts';
import type { BackupHeader } from './backup-format.ts';
import type { RestoreTransaction } from './restore-connection.ts';
import { appliedMigrations, knownMigrations } from './stored-schema.ts';

/** @throws BackupError where a newer release has written the file, or has migrated the database */
export function requireKnown(
  { orm }: Pick<RestoreTransaction, 'orm'>,
  given: { readonly header: BackupHeader; readonly applied: readonly string[] },
): void {
  const known = new Set(knownMigrations(orm));
  const ofFile = given.header.migrations.find((name) => !known.has(name));
  if (ofFile) throw new BackupError(`The backup is of a newer release (${ofFile}): update Vanags first.`);
  const ofDatabase = given.applied.find((name) => !known.has(name));
  if (ofDatabase)
    throw new BackupError(`A newer release has migrated this database (${ofDatabase}): restore with that one.`);
}

/**
 * Gives an emptied database exactly the migrations of the backup: what it has beyond them is taken back, what it lacks
 * is applied. Tables stay where they can, and with them what was granted on them.
 */
export async function migrateLike(transaction: RestoreTransaction, header: BackupHeader): Promise<void> {
  const { orm, client, migration } = transaction;
  const wanted = new Set(header.migrations);
  const applied = await appliedMigrations(client);
  const beyond = applied.filter((name) => !wanted.has(name));
  if (beyond.length > 0) await orm.migrator.down({ ...migration, migrations: beyond });
  const has = new Set(applied);
  const missing = header.migrations.filter((name) => !has.has(name));
  if (missing.length > 0) await orm.migrator.up({ ...migration, migrations: missing });
}

/** Goes on from there to the schema of this release. */
export async function migrateOn({ orm, migration }: RestoreTransaction): Promise<void> {
  await orm.migrator.up({ ...migration });
}
