import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageContext } from '../ads/ad-page.ts';
import type { AdService } from '../ads/ad-service.ts';
import type { Logger } from '../logger.ts';
import type { ListPage } from './ad-source.ts';
import type { Run, RunCounts } from './run-log.ts';

const LOGGED_ROWS = 20;

/** Where a page stands in its run. */
interface PagePlace {
  readonly run: Run;
  /** The page before it; null: none, or none that matters. */
  readonly previous: ListPage | null;
  readonly events: PageContext['events'];
}

/** Stores the ads of a list page inside the caller's transaction; answers what was found on it. */
export async function storeListPage(
  { ads, logger }: { readonly ads: AdService; readonly logger: Logger },
  em: EntityManager,
  page: ListPage,
  { run, previous, events }: PagePlace,
): Promise<RunCounts> {
  const atHand = run.kind === 'replay' || run.kind === 'import';
  // A source that fits on one page is a list in no particular order; so is a file, and a sweep goes by sections.
  const newestFirst =
    run.kind === 'replay' || (run.kind === 'incremental' && (previous !== null || page.next !== null));
  const counts = await ads.storePage(em, run.source, page.ads, {
    authority: run.kind === 'import' ? 'record' : 'list',
    newestFirst,
    events,
    detailsDone: atHand,
    seenAt: run.startedAt,
    previous: new Set(previous?.ads.map((ad) => ad.externalId)),
  });
  if (page.badRows.length > 0)
    logger.warn({ source: run.source, badRows: page.badRows.slice(0, LOGGED_ROWS) }, 'rows skipped');
  const unknownValues = Object.values(page.unknownValues).reduce((sum, count) => sum + count, 0);
  return { ...counts, rows: page.ads.length + page.badRows.length, badRows: page.badRows.length, unknownValues };
}
