import { pipeline } from 'node:stream/promises';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { goOnFrom, moveSequencesOn } from './after-restore.ts';
import { BackupError } from './backup-error.ts';
import { type BackupHeader, type RowCounts, totalRows } from './backup-format.ts';
import { BackupReader } from './backup-reader.ts';
import { readContents, requireAlone } from './present-database.ts';
import { inRestoreTransaction, type RestoreTransaction } from './restore-connection.ts';
import { migrateLike, migrateOn, requireKnown } from './restore-schema.ts';
import { appliedMigrations, readSequences, readTables, type StoredTable, tablesOf } from './stored-schema.ts';
import { copied } from './take-backup.ts';

export interface RestoreOptions {
  /** What the database holds is lost; else one that holds something is refused. */
  readonly replace: boolean;
  /** Tell of all that has come since the backup, perhaps again. */
  readonly tellMissed: boolean;
}

export interface RestoredBackup {
  readonly createdAt: string;
  readonly rows: number;
  /** Messages that waited at the backup and will not be sent. */
  readonly expired: number;
}

interface Given extends RestoreOptions {
  readonly file: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Fills the database from a backup, in one transaction: whatever fails, also at the last byte of the file, leaves it as
 * it was. An older release's backup is loaded into the schema it was taken from and migrated from there.
 */
export async function restoreBackup(url: string, given: Given): Promise<RestoredBackup> {
  const reader = new BackupReader(given.file, given.signal);
  try {
    const header = await reader.header();
    return await inRestoreTransaction(url, async (transaction) => {
      await begin(transaction, header, given);
      await migrateLike(transaction, header);
      const rows = await load(transaction, reader, header);
      await migrateOn(transaction);
      const expired = await goOnFrom(transaction.client, given);
      await transaction.client.query(`analyze ${header.tables.map(quoted).join(', ')}`);
      given.signal.throwIfAborted();
      return { createdAt: header.createdAt, rows: totalRows(rows), expired };
    });
  } finally {
    reader.close();
  }
}

/** Alone with the database, and it is empty. Who starts meanwhile waits for the lock of the migrations. */
async function begin({ orm, client, ownPids }: RestoreTransaction, header: BackupHeader, given: Given): Promise<void> {
  await requireAlone(client, ownPids);
  // The file may lie on a disk that takes its time.
  await client.query("set local idle_in_transaction_session_timeout = '5min'");
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  requireKnown({ orm }, { header, applied: await appliedMigrations(client) });
  const { isEmpty } = await readContents(client, orm);
  if (!isEmpty && !given.replace) throw new BackupError('The database is not empty: restore with --yes to replace it.');
  await empty(client, await readTables(client, tablesOf(orm)));
}

async function empty(client: ClientBase, tables: readonly StoredTable[]): Promise<void> {
  if (tables.length > 0) await client.query(`truncate ${tables.map(quoted).join(', ')}`);
}

/** The triggers keep quiet while rows come that they have seen before: they would log, count and wake for each. */
async function load(
  { orm, client }: RestoreTransaction,
  reader: BackupReader,
  header: BackupHeader,
): Promise<RowCounts> {
  const present = await readTables(client, [...tablesOf(orm), ...header.tables.map(({ name }) => name)]);
  requireTables(header, present);
  // What the migrations have written stands in the backup, too.
  await empty(client, present);
  for (const table of present) await client.query(`alter table ${quoted(table)} disable trigger user`);
  const found: Record<string, number> = {};
  for (const table of header.tables) found[table.name] = await loadTable(client, table, reader.table());
  const told = await reader.end();
  reader.requireCounts(told, found);
  for (const table of present) await client.query(`alter table ${quoted(table)} enable trigger user`);
  await moveSequencesOn(client, await readSequences(client), header.sequences);
  return told;
}

async function loadTable(client: ClientBase, table: StoredTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`copy ${copied(table)} from stdin with (format text, encoding 'UTF8')`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

/** Names of the file are used only where the database has them. */
function requireTables(header: BackupHeader, present: readonly StoredTable[]): void {
  const columnsOf = new Map(present.map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of header.tables) {
    const missing = columns.find((column) => !columnsOf.get(name)?.has(column));
    if (missing) throw new BackupError(`The backup does not fit its own migrations: there is no ${name}.${missing}.`);
  }
}

const quoted = ({ name }: StoredTable) => pg.escapeIdentifier(name);
