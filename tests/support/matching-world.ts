import type { MikroORM } from '@mikro-orm/postgresql';
import { type Database, runInFork } from '#core/db/open.ts';
import { MatchingService } from '#core/matching/matching-service.ts';
import { Outbox } from '#core/notifications/outbox.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { testLogger } from '#tests/support/test-log.ts';

const MAX_RUNS = 1_000;

/** A matcher with an index of its own, as every process has one. */
export interface TestMatcher {
  readonly service: MatchingService;
  /** Runs until nothing is left; answers how often it ran. */
  drain(): Promise<number>;
  run<T>(work: (service: MatchingService) => Promise<T>): Promise<T>;
}

export const matcherClock = createTestClock();

export function aMatcher(
  orm: MikroORM,
  crashPoint?: (name: 'before_commit' | 'after_commit') => void,
  given: { waitingAtMost?: number } = {},
): TestMatcher {
  const deps = { em: orm.em, clock: matcherClock, logger: testLogger() };
  const outbox = new Outbox(deps);
  const service = new MatchingService({ ...deps, outbox, ...(crashPoint && { crashPoint }), ...given });
  const run = <T>(work: (service: MatchingService) => Promise<T>) => runInFork(orm, () => work(service));
  return {
    service,
    run,
    async drain() {
      for (let runs = 1; runs <= MAX_RUNS; runs += 1) if (!(await run((it) => it.matchOnce()))) return runs;
      throw new Error('the matcher never comes to rest');
    },
  };
}

/** A stored alert, short enough to compare at a glance. */
export interface StoredAlert {
  readonly event: number;
  readonly user: number;
  readonly filters: number[];
  readonly says: string;
  readonly status: string;
}

/** All alerts in the order of users and events. */
export async function storedAlerts(database: Database): Promise<StoredAlert[]> {
  const rows = await database.orm.em.fork().execute<
    {
      subject_id: string;
      user_id: string;
      filter_ids: string[];
      status: string;
      payload: { occasion: string; price: number | null; oldPrice: number | null };
    }[]
  >(`select * from notifications where kind = 'ad' order by user_id, subject_id`);
  return rows.map(({ payload, ...row }) => ({
    event: Number(row.subject_id),
    user: Number(row.user_id),
    filters: row.filter_ids.map(Number),
    says: `${payload.occasion} ${payload.oldPrice === null ? '' : `${payload.oldPrice} → `}${payload.price}`,
    status: row.status,
  }));
}

/** Away with all users, filters, ads and alerts; the change log stays, as it does in life. */
export async function emptyMarket(database: Database): Promise<void> {
  const em = database.orm.em.fork();
  for (const table of ['notifications', 'users', 'ads']) await em.execute(`delete from ${table}`);
}
