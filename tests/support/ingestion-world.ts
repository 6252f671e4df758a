import { AdService, type CrashPoint } from '#core/ads/ad-service.ts';
import { type Database, runInFork } from '#core/db/open.ts';
import type { ListedAd, ListPage, Urgency } from '#core/ingestion/ad-source.ts';
import { DetailsService } from '#core/ingestion/details-service.ts';
import { IngestionService } from '#core/ingestion/ingestion-service.ts';
import type { RunCounts } from '#core/ingestion/run-log.ts';
import { FakeSource } from './fake-source.ts';
import { createTestClock } from './test-clock.ts';
import { testLogger } from './test-log.ts';

export interface StoredAd {
  readonly id: string;
  readonly external_id: string;
  readonly [column: string]: unknown;
}

export interface StoredRun {
  readonly kind: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly error: string | null;
  readonly finished_at: string | null;
}

export type IngestionWorld = ReturnType<typeof createIngestionWorld>;

let worlds = 0;

/** Pages at hand, as a replay or an import reads them. */
export async function* pagesOf(...pages: (readonly ListedAd[])[]): AsyncGenerator<ListPage> {
  for (const ads of pages) yield { ads, badRows: [], unknownValues: {}, next: null, notModified: false };
}

/** A source of its own, a clock, and the services that read it into the database. */
export function createIngestionWorld(database: Database) {
  const { orm } = database;
  const em = orm.em;
  const source = new FakeSource(`market-${++worlds}`);
  const clock = createTestClock();
  const logger = testLogger();
  const signal = new AbortController().signal;
  const adService = (crashPoint: (name: CrashPoint) => void = () => {}) => new AdService({ em, clock, crashPoint });
  const ingestionWith = (crashPoint?: (name: CrashPoint) => void) =>
    new IngestionService({ em, clock, ads: adService(crashPoint), logger, newestPages: 3, sweepPages: 2 });
  const detailsWith = (crashPoint?: (name: CrashPoint) => void, urgency: Urgency = 'news') =>
    new DetailsService({ clock, ads: adService(crashPoint), logger, urgency });
  const ingestion = ingestionWith();
  const details = detailsWith();
  const backlog = detailsWith(undefined, 'backlog');
  const poll = (service = ingestion) => runInFork(orm, () => service.ingestOnce(source, signal));
  const rows = <Row>(query: string): Promise<Row[]> => em.fork().execute<Row[]>(query, [source.id]);
  const stored = () => rows<StoredAd>('select * from ads where source = ? order by id');
  return {
    source,
    clock,
    ingestionWith,
    detailsWith,
    poll,
    /** Polls until there is nothing more to do at once. */
    async drain(service = ingestion): Promise<void> {
      while (await poll(service));
    },
    bring(
      kind: 'replay' | 'import',
      pages: AsyncIterable<ListPage>,
      { baseline = false, service = ingestion } = {},
    ): Promise<RunCounts> {
      return runInFork(orm, () => service.importPages(source.id, kind, pages, { baseline }));
    },
    complete(service = details, from: FakeSource | null = source, until = signal): Promise<boolean> {
      return runInFork(orm, () => service.completeOnce(from, until));
    },
    completeBacklog: (): Promise<boolean> => runInFork(orm, () => backlog.completeOnce(source, signal)),
    rows,
    stored,
    ad: async (name: string) => (await stored()).find((row) => row.external_id === name),
    /** The source's own row. */
    state: async () => (await rows<Record<string, unknown>>('select * from sources where id = ?'))[0] ?? {},
    runs: () => rows<StoredRun>('select * from ingestion_runs where source = ? order by id'),
    eventRows: () =>
      rows<Record<string, unknown>>(
        'select e.* from ad_events e join ads a on a.id = e.ad_id where a.source = ? order by e.id',
      ),
    /** The events as `kind name oldPrice>price`, in order; those not released are in brackets. */
    async events(): Promise<string[]> {
      const found = await rows<{ text: string; released: boolean }>(
        `select concat_ws(' ', e.kind, a.external_id, concat_ws('>', e.old_price, e.price)) as text,
          e.released_at is not null as released
        from ad_events e join ads a on a.id = e.ad_id where a.source = ? order by e.id`,
      );
      return found.map(({ text, released }) => (released ? text : `(${text})`));
    },
  };
}
