import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { goOnFrom } from './after-restore.ts';
import { BackupError } from './backup-error.ts';
import { type BackupHeader, type RowCounts, totalRows } from './backup-format.ts';
import { BackupReader } from './backup-reader.ts';
import { type GoOnBehind, gapSince, moveSequencesOn, readGivenOut } from './given-out.ts';
import { readContents, requireAlone } from './present-database.ts';
import { inRestoreTransaction, type RestoreTransaction } from './restore-connection.ts';
import { migrateLike, migrateOn, requireKnown, requireTables } from './restore-schema.ts';
import { appliedMigrations, copied, quoted, readTables, type StoredTable, tablesOf } from './stored-schema.ts';

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
      const { client } = transaction;
      const behind = await begin(transaction, header, given);
      await migrateLike(transaction, header);
      const rows = await load(transaction, reader, header);
      await moveSequencesOn(client, header, behind);
      await migrateOn(transaction);
      await moveSequencesOn(client, header, behind);
      const expired = await goOnFrom(client, { ...given, behind });
      await client.query(`analyze ${header.tables.map(quoted).join(', ')}`);
      given.signal.throwIfAborted();
      return { createdAt: header.createdAt, rows: totalRows(rows), expired };
    });
  } finally {
    reader.close();
  }
}

/** Alone with the database, and it is empty. Who starts meanwhile waits for the lock of the migrations. */
async function begin(
  { orm, client, ownPids }: RestoreTransaction,
  header: BackupHeader,
  given: Given,
): Promise<GoOnBehind> {
  await requireAlone(client, ownPids);
  // The file may lie on a disk that takes its time.
  await client.query("set local idle_in_transaction_session_timeout = '5min'");
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  requireKnown({ orm }, { header, applied: await appliedMigrations(client) });
  const { isEmpty } = await readContents(client, orm);
  if (!isEmpty && !given.replace) throw new BackupError('The database is not empty: restore with --yes to replace it.');
  const behind = { replaced: await readGivenOut(client), gap: gapSince(header, given.now) };
  await empty(client, await readTables(client, tablesOf(orm)));
  return behind;
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
  await requireTables({ orm, client }, header);
  const present = await readTables(client, tablesOf(orm));
  // What the migrations have written stands in the backup, too.
  await empty(client, present);
  for (const table of present) await client.query(`alter table ${quoted(table)} disable trigger user`);
  const found: Record<string, number> = {};
  for (const table of header.tables) found[table.name] = await loadTable(client, table, reader.table());
  const rows = await reader.end(found);
  for (const table of present) await client.query(`alter table ${quoted(table)} enable trigger user`);
  return rows;
}

async function loadTable(client: ClientBase, table: StoredTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`copy ${copied(table)} from stdin with (format text, encoding 'UTF8')`));
  await pipeline(rows, copy);
  return copy.rowCount;
}
