import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg, { type ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';
import { isCarried, isSingleRow, readTables, tablesOf } from './stored-schema.ts';

/** What a restore would replace. */
export interface PresentContents {
  readonly isEmpty: boolean;
  readonly users: number;
  readonly ads: number;
}

/** A connection that was closed a moment ago still stands in the list. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 50;

/**
 * A process that goes on with what it holds in memory would send it, so the service is to be stopped first. A role that
 * may not look at others is not told what they are, but workers of the server belong to nobody.
 */
export async function requireAlone(client: ClientBase, ownPids: readonly number[]): Promise<void> {
  const since = performance.now();
  let others = await countOthers(client, ownPids);
  while (others > 0 && performance.now() - since < PATIENCE_MS) {
    await wait(LOOK_MS);
    others = await countOthers(client, ownPids);
  }
  if (others === 0) return;
  const who = others === 1 ? '1 other connection uses' : `${others} other connections use`;
  throw new BackupError(`${who} this database: stop the service and its replicas first.`);
}

async function countOthers(client: ClientBase, ownPids: readonly number[]): Promise<number> {
  // Within a transaction the list is read once, unless it is forgotten.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usesysid is not null and pid <> all($1::int[])
       and coalesce(backend_type, 'client backend') = 'client backend'`,
    [ownPids],
  );
  return rows[0]?.others ?? 0;
}

/** A database that was only migrated is empty. */
export async function readContents(client: ClientBase, orm: MikroORM): Promise<PresentContents> {
  const names = tablesOf(orm).filter((name) => isCarried(name) && !isSingleRow(name));
  const tables = await readTables(client, names);
  if (tables.length === 0) return { isEmpty: true, users: 0, ads: 0 };
  const some = tables.map(({ name }) => `exists (select from ${pg.escapeIdentifier(name)})`);
  const { rows } = await client.query<{ some: boolean }>(`select ${some.join(' or ')} as some`);
  const has = new Set(tables.map(({ name }) => name));
  return {
    isEmpty: rows[0]?.some !== true,
    users: has.has('users') ? await count(client, 'users') : 0,
    ads: has.has('ads') ? await count(client, 'ads') : 0,
  };
}

async function count(client: ClientBase, table: 'users' | 'ads'): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}
