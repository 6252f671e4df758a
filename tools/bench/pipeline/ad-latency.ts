import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import type { Database } from '#core/db/open.ts';
import { createLogger } from '#core/logger.ts';
import type { Workload } from '#tools/bench/matching/workload.ts';
import { type Summary, summarise } from '../summary.ts';
import { importAds } from './imported-ads.ts';

const EVERY_MS = 25;
/** Until the code is compiled and the database's buffers are filled. */
const WARM_UP = 200;
const ROUND = 400;
const POLL_MS = 20;

export interface LatencyFigures {
  readonly latency: Summary;
  readonly rowsPerAd: number;
}

/**
 * Stores ads at a steady pace into the running service and asks the database afterwards when each was committed, and
 * when the notifications of its event were.
 */
export async function measureLatency(database: Database, workload: Workload, ads: number): Promise<LatencyFigures> {
  const env = { NODE_ENV: 'test', BOT_MODE: 'off', PORT: '0', METRICS_PORT: '0', DATABASE_URL: database.url };
  const app = await startApp(loadConfig(env), { logger: createLogger('fatal') });
  const em = database.orm.em.fork();
  try {
    await app.core.run(() => app.core.matching.keepWarm());
    await storeAds(WARM_UP);
    const samples: number[] = [];
    let rows = 0;
    while (samples.length < ads) {
      // The outbox must not get so long that matching waits for it.
      await em.execute('truncate notifications, ads, ad_events, ad_prices cascade');
      await storeAds(Math.min(ROUND, ads - samples.length));
      samples.push(...(await latencies()));
      rows += await countAlerts();
    }
    return { latency: summarise(samples), rowsPerAd: rows / samples.length };
  } finally {
    await app.close();
  }

  async function storeAds(count: number): Promise<void> {
    const start = performance.now();
    for (let n = 0; n < count; n++) {
      await wait(Math.max(0, start + n * EVERY_MS - performance.now()));
      await importAds(app.core, [workload.ad()]);
    }
    while ((await em.execute('select from ad_events where matched_at is null limit 1')).length > 0) await wait(POLL_MS);
  }

  /** The matcher's transaction is the last one that wrote the event. */
  async function latencies(): Promise<number[]> {
    const rows = await em.execute<{ ms: number }[]>(
      `select extract(epoch from pg_xact_commit_timestamp(event.xmin) - pg_xact_commit_timestamp(ads.xmin))::float8 * 1000
         as ms
       from ads join ad_events event on event.ad_id = ads.id`,
    );
    return rows.map(({ ms }) => ms);
  }

  async function countAlerts(): Promise<number> {
    const [counted] = await em.execute<{ count: number }[]>('select count(*)::int as count from notifications');
    return counted?.count ?? 0;
  }
}
