import type { EntityManager } from '@mikro-orm/postgresql';
import { loadConfig } from '#core/config.ts';
import { type Core, type CoreOptions, createCore } from '#core/context.ts';
import { connect, type Database } from '#core/db/open.ts';
import { anAd, anAdEvent } from './ad-builders.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';
import { testLogger } from './test-log.ts';

const CONFIG = { NODE_ENV: 'test', BOT_MODE: 'off', BOT_TOKEN: '123456789:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ' };

export type RetentionWorld = Awaited<ReturnType<typeof openRetentionWorld>>;

/** A service whose clock the test moves, ads of any age, and a leader who deletes. */
export async function openRetentionWorld() {
  const clock = createTestClock();
  const database = await openTestDatabase();
  const config = loadConfig(CONFIG);
  const options = (): CoreOptions => ({ clock, logger: testLogger(), database });
  const core = await createCore(config, options());
  const { orm } = database;
  const sql = <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
    orm.em.fork().execute<T[]>(query, values);
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const anotherDatabase = async (): Promise<Database> => {
    const theirs = await connect(database.url);
    return { orm: theirs, url: database.url, close: () => theirs.close(true) };
  };

  return {
    core,
    clock,
    sql,
    ago,
    close: () => core.close(),
    sweep: (signal = new AbortController().signal, leader: Core = core) =>
      leader.run(() => leader.retention.sweep(signal, async () => {})),
    anotherDatabase,
    /** Another process of the service, with connections of its own. */
    async anotherCore(given: CoreOptions = {}): Promise<Core> {
      return createCore(config, { ...options(), database: await anotherDatabase(), ...given });
    },
    /** Without what tests have left; by `truncate` it would take long. */
    empty: () =>
      sql(`with a as (delete from users), b as (delete from ads), c as (delete from notifications),
        d as (delete from admin_audit), e as (delete from ingestion_runs), f as (delete from processed_updates) select`),
    count: async (table: string) => Number((await sql<{ count: string }>(`select count(*) from ${table}`))[0]?.count),
    /** An ad that was seen last so long ago, with an event that was matched then. */
    async anOldAd(ageMs: number, given: { isMatched?: boolean } = {}): Promise<{ id: number; event: number }> {
      const at = ago(ageMs);
      const id = await anAd(orm, { brand: 'bmw', price: 9_000 });
      await sql('update ads set first_seen_at = ?, last_seen_at = ? where id = ?', [at, at, id]);
      const event = await anAdEvent(orm, id, { releasedAt: at, price: 9_000 });
      if (given.isMatched !== false) await sql('update ad_events set matched_at = ? where id = ?', [at, event]);
      return { id, event };
    },
    /** An alert of the event that was told; `state` says otherwise. */
    anAlert: ({ id, event }: { id: number; event: number }, userId: number, state = "'sent'") =>
      sql(
        `insert into notifications (kind, subject_id, user_id, ad_id, filter_ids, payload, status, due_at, expires_at, sent_at)
         select 'ad', ?, ?, ?, '{}', '{"occasion":"new","price":9000,"oldPrice":null}', ${state}, ?, ?, ?`,
        [event, userId, id, clock.now(), ago(-86_400_000), clock.now()],
      ),
    /** A transaction that stands open, on a connection of its own. */
    async begin(): Promise<EntityManager> {
      const em = orm.em.fork();
      await em.begin();
      return em;
    },
  };
}
