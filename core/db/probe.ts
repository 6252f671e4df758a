import type { MikroORM } from '@mikro-orm/postgresql';
import { withinLimit } from '../within-limit.ts';
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
    const answer = look().catch((): DatabaseState => 'down');
    return (await withinLimit(answer, ANSWER_WITHIN_MS)) ?? 'down';
  };
}
