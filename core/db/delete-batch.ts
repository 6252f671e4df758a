import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows that one statement deletes at most: few enough that nobody notices. */
export const BATCH_SIZE = 1000;

/** Rows of a table that are to go. None of it comes from outside but the values. */
interface Doomed {
  readonly table: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  readonly where: string;
  readonly values: readonly unknown[];
}

/**
 * Deletes a batch of rows; past those that others hold, so that it never waits for one while it holds another.
 * @returns how many; as many as `BATCH_SIZE`: there may be more.
 */
export async function deleteBatch(em: EntityManager, { table, key, where, values }: Doomed): Promise<number> {
  const same = key.map((column) => `${table}.${column} = doomed.${column}`).join(' and ');
  const { affectedRows } = await em.execute<{ affectedRows: number }>(
    `with doomed as materialized (
       select ${key} from ${table} where ${where} limit ${BATCH_SIZE} for update skip locked
     )
     delete from ${table} using doomed where ${same}`,
    [...values],
    'run',
  );
  return affectedRows;
}
