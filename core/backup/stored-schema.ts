import { readdirSync } from 'node:fs';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg, { type ClientBase } from 'pg';
import type { BackupHeader } from './backup-format.ts';

/**
 * What is not carried over. Sessions, log-ins, codes and counted guesses live for minutes or days, open doors, and are
 * of the hour of the backup; a draft in the chat stands at a step that its person has long left. Which updates were
 * handled concerns only those that Telegram would bring again, and it brings none from before the backup. The log of
 * filter changes begins anew (`after-restore.ts`).
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'login_links',
  'verifications',
  'guess_limits',
  'conversation_states',
  'processed_updates',
  'filter_changes',
]);

/** One row each, which the migrations write: a database with only these is empty. */
const SINGLE_ROWS: ReadonlySet<string> = new Set(['matcher_state', 'sender_state', 'market_state']);

const MIGRATION_TABLE = 'mikro_orm_migrations';

export type StoredTable = BackupHeader['tables'][number];

/** Every table of this release by its name. */
export function tablesOf(orm: MikroORM): string[] {
  return [...orm.getMetadata().getAll().values()].map((meta) => meta.tableName).filter(Boolean);
}

/** Of those that the database has, in the order in which they can be filled: what a backup of it holds. */
export function readCarried(client: ClientBase, orm: MikroORM): Promise<StoredTable[]> {
  return readTables(client, tablesOf(orm).filter(isCarried));
}

export const isCarried = (table: string): boolean => !LEFT_OUT.has(table);
export const isSingleRow = (table: string): boolean => SINGLE_ROWS.has(table);

/** The migrations that this release has. */
export function knownMigrations(orm: MikroORM): string[] {
  const folder = orm.config.get('migrations').path ?? '';
  return readdirSync(folder)
    .filter((file) => /^Migration\w+\.(js|ts)$/.test(file))
    .map((file) => file.replace(/\.\w+$/, ''))
    .sort();
}

/** The migrations that the database has, in the order in which they were applied; none where it is empty. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query('select to_regclass($1) as found', [MIGRATION_TABLE]);
  if (!found[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE} order by id`);
  return rows.map(({ name }) => name.replace(/\.[jt]s$/, ''));
}

/**
 * Those of the tables that the database has, with their columns. What counts the transactions of this very server
 * (`xid8`) means nothing on another, and a computed column cannot be written.
 */
export async function readTables(client: ClientBase, names: readonly string[]): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1::text[])
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`,
    [names],
  );
  return inOrderOfKeys(rows, await readReferences(client));
}

/** Which table points at which, by foreign keys. */
async function readReferences(client: ClientBase): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await client.query<{ child: string; parents: string[] }>(
    `select child.relname::text as child, array_agg(parent.relname::text) as parents
     from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace and child.oid <> parent.oid
     group by child.relname`,
  );
  return new Map(rows.map(({ child, parents }) => [child, new Set(parents)]));
}

/** @throws Error where tables point at each other in a circle, of which no schema of ours has one */
function inOrderOfKeys(
  tables: readonly StoredTable[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): StoredTable[] {
  const ordered: StoredTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ name }) => ![...(references.get(name) ?? [])].some((parent) => names.has(parent)));
    if (free.length === 0) throw new Error(`Tables point at each other: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** The last number that each sequence has given out. */
export async function readSequences(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and sequencename not like $1 order by sequencename`,
    [`${MIGRATION_TABLE}%`],
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last ?? 0)]));
}

export const quoted = ({ name }: StoredTable): string => pg.escapeIdentifier(name);

/** For `COPY`: columns by name, as the order in which migrations made them may differ elsewhere. */
export function copied(table: StoredTable): string {
  return `${quoted(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
