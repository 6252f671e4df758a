import type { Core } from '#core/context.ts';
import { MatchingService } from '#core/matching/matching-service.ts';
import type { Workload } from '#tools/bench/matching/workload.ts';
import { importAds } from './imported-ads.ts';

const PAGE = 50;

export interface BacklogFigures {
  readonly ads: number;
  readonly ms: number;
  readonly rows: number;
}

/** How long ads that have waited, as after an outage, take to be matched by a process whose index is warm. */
export async function measureBacklog(core: Core, workload: Workload, ads: number): Promise<BacklogFigures> {
  const em = core.orm.em.fork();
  await em.execute('truncate notifications, ads, ad_events, ad_prices cascade');
  for (let stored = 0; stored < ads; stored += PAGE)
    await importAds(
      core,
      Array.from({ length: PAGE }, () => workload.ad()),
    );
  const { clock, logger, outbox, orm } = core;
  // Nobody sends here, so the matcher would wait for ever once the outbox is long.
  const matching = new MatchingService({ em: orm.em, clock, logger, outbox, waitingAtMost: Number.MAX_SAFE_INTEGER });
  await core.run(() => matching.keepWarm());
  const start = performance.now();
  while (await core.run(() => matching.matchOnce()));
  const ms = performance.now() - start;
  const [counted] = await em.execute<{ rows: number }[]>('select count(*)::int as rows from notifications');
  return { ads, ms, rows: counted?.rows ?? 0 };
}
