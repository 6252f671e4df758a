import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pendingMigrations } from './open.ts';

export type DatabaseState = 'up' | 'down' | 'migrations-pending';

const ANSWER_WITHIN_MS = 1_000;

/** Asks whether the database can serve: it answers within a second and lacks no migration. */
export function createDatabaseProbe(orm: MikroORM): () => Promise<DatabaseState> {
  let migrated = false;
  const look = async (): Promise<DatabaseState> => {
    await orm.em.fork().execute('select 1');
    migrated ||= (await pendingMigrations(orm)).length === 0;
    return migrated ? 'up' : 'migrations-pending';
  };
  return async () => {
    const late = new AbortController();
    const answer = look().catch((): DatabaseState => 'down');
    const tooLate = wait(ANSWER_WITHIN_MS, 'down' as const, { signal: late.signal }).catch(() => 'down' as const);
    const state = await Promise.race([answer, tooLate]);
    late.abort();
    return state;
  };
}
