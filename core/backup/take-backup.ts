import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isDatabaseAway } from '../db/database-away.ts';
import { BackupError } from './backup-error.ts';
import { type BackupHeader, FORMAT, type RowCounts, TABLE_END } from './backup-format.ts';
import { writeBackupFile } from './backup-writer.ts';
import { appliedMigrations, copied, knownMigrations, quoted, readCarried, readSequences } from './stored-schema.ts';

const CONNECT_WITHIN_MS = 5_000;

/** Values are written the same way whatever the server or the role prefers. */
const PLAIN_VALUES = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0`;

export interface TakenBackup {
  readonly file: string;
  readonly bytes: number;
  readonly rows: RowCounts;
}

interface Source {
  readonly orm: MikroORM;
  readonly url: string;
}

/**
 * Writes all that is kept into one file, as it stands in one snapshot of the database. Whoever works meanwhile goes on:
 * it takes no lock but the one that keeps a table from being changed in its form.
 */
export async function takeBackup(
  source: Source,
  { file, now, signal }: { readonly file: string; readonly now: Date; readonly signal: AbortSignal },
): Promise<TakenBackup> {
  const client = new pg.Client({ connectionString: source.url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // A connection that breaks fails the query in hand, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const header = await openSnapshot(client, source.orm, now);
    const rows: Record<string, number> = {};
    const bytes = await writeBackupFile(file, content(client, header, rows), signal);
    return { file, bytes, rows };
  } catch (error) {
    throw isDatabaseAway(error) ? new BackupError('The database went away: nothing was written.') : error;
  } finally {
    // Breaks off a table that is still being read.
    await client.end().catch(() => {});
  }
}

/**
 * The tables are held before the snapshot is taken, by the first statement that reads: no migration comes between.
 */
async function openSnapshot(client: pg.Client, orm: MikroORM, now: Date): Promise<BackupHeader> {
  const held = await readCarried(client, orm);
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query(PLAIN_VALUES);
  if (held.length > 0) await client.query(`lock table ${held.map(quoted).join(', ')} in access share mode`);
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to back up.');
  const known = new Set(knownMigrations(orm));
  const newer = migrations.find((name) => !known.has(name));
  if (newer) throw new BackupError(`A newer release has migrated this database (${newer}): back up with that one.`);
  return {
    vanags: 'backup',
    format: FORMAT,
    createdAt: now.toISOString(),
    migrations,
    tables: await readCarried(client, orm),
    sequences: await readSequences(client),
  };
}

/** @param rows is filled with the count of each table */
async function* content(
  client: pg.Client,
  header: BackupHeader,
  rows: Record<string, number>,
): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const table of header.tables) {
    const copy = client.query(copyTo(`copy ${copied(table)} to stdout with (format text, encoding 'UTF8')`));
    yield* copy;
    // The count comes behind the rows, and before the answer to the next question.
    await client.query('select');
    rows[table.name] = copy.rowCount;
    yield TABLE_END;
  }
  yield `${JSON.stringify({ rows })}\n`;
}
