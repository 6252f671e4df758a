import { loadavg } from 'node:os';
import { loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import { createLogger } from '#core/logger.ts';
import { createWorkload } from '#tools/bench/matching/workload.ts';
import { measureLatency } from './ad-latency.ts';
import { measureBacklog } from './backlog.ts';
import { openBenchDatabase } from './bench-database.ts';
import { measureColdStart } from './cold-start.ts';
import { importAds } from './imported-ads.ts';
import { measureOutbox } from './outbox-rows.ts';
import { reportPipeline } from './report.ts';
import { seedFilters } from './seed.ts';

const SEED = 1;
const SAVED = 100_000;
const MANY_SAVED = 1_000_000;
const FULL = { transactions: 400, latencyAds: 1_200, backlogAds: 2_000 };
const QUICK = { transactions: 60, latencyAds: 160, backlogAds: 300 };

/** From a stored ad to the notifications of those who want it, and what a start takes. */
export async function benchPipeline(options: { quick: boolean; circumstances: string }): Promise<string> {
  const [loadBefore = 0] = loadavg();
  const database = await openBenchDatabase();
  const workload = createWorkload(SEED);
  const amounts = options.quick ? QUICK : FULL;
  try {
    await seedFilters(database.url, workload, SAVED);
    const latency = await measureLatency(database, workload, amounts.latencyAds);
    const config = loadConfig({ NODE_ENV: 'test', BOT_MODE: 'off', DATABASE_URL: database.url });
    const core = await createCore(config, { database, logger: createLogger('fatal') });
    const backlog = await measureBacklog(core, workload, amounts.backlogAds);
    const outbox = await measureRows(core, amounts.transactions);
    const coldStarts = [await measureColdStart(core, SAVED)];
    if (!options.quick) {
      await seedFilters(database.url, workload, MANY_SAVED);
      coldStarts.push(await measureColdStart(core, MANY_SAVED));
    }
    return reportPipeline({ circumstances: options.circumstances, loadBefore, outbox, latency, backlog, coldStarts });
  } finally {
    await database.close();
  }

  async function measureRows(core: Core, transactions: number) {
    await core.orm.em.fork().execute('truncate notifications');
    await importAds(core, [workload.ad()]);
    return measureOutbox(core, transactions);
  }
}
