import { BackupError } from './backup-error.ts';
import type { BackupHeader } from './backup-format.ts';
import type { RestoreTransaction } from './restore-connection.ts';
import { appliedMigrations, knownMigrations, readCarried, type StoredTable } from './stored-schema.ts';

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

/**
 * On the schema of the backup. The names in a file are those of whoever wrote it: only what a backup of this very schema
 * holds is filled, so that none brings in sessions, or rows of somebody else's tables. A table that came after the backup
 * is not there yet. One that a later release gives up has to stay among the names of `stored-schema.ts`; else the files
 * that hold it are refused here, before anything of theirs would be lost unseen.
 */
export async function requireTables(
  { orm, client }: Pick<RestoreTransaction, 'orm' | 'client'>,
  header: BackupHeader,
): Promise<void> {
  const here = new Map((await readCarried(client, orm)).map((table) => [table.name, columnsOf(table)]));
  const told = new Map(header.tables.map((table) => [table.name, columnsOf(table)]));
  const odd = [...told.keys(), ...here.keys()].find((name) => told.get(name) !== here.get(name));
  if (odd) throw new BackupError(`The backup does not fit its own migrations: the table ${odd} is another in them.`);
  if (told.size < header.tables.length) throw new BackupError('The backup names a table twice.');
}

/** They may stand in any order. */
const columnsOf = ({ columns }: StoredTable) => JSON.stringify(columns.toSorted());

/** Goes on from there to the schema of this release. */
export async function migrateOn({ orm, migration }: RestoreTransaction): Promise<void> {
  await orm.migrator.up({ ...migration });
}
