import { Counter, Gauge, type Registry } from 'prom-client';
import type { Core } from '#core/context.ts';

/** What this process reads of the source, matches and deletes. */
export function addPipelineFigures(core: Core, registers: Registry[]): void {
  addMatching(core, registers);
  new Counter({
    name: 'ads_ingested_total',
    help: 'Ads read from list pages, by what became of them',
    labelNames: ['source', 'result'],
    registers,
    collect() {
      this.reset();
      for (const { source, result, count } of core.ingestion.tally.list()) this.inc({ source, result }, count);
    },
  });
  new Counter({
    name: 'retention_deleted_total',
    help: 'Rows that were deleted after their time, by table',
    labelNames: ['what'],
    registers,
    collect() {
      this.reset();
      for (const [what, count] of core.retention.deleted) this.inc({ what }, count);
    },
  });
  new Gauge({
    name: 'db_pool_waiting',
    help: 'Whoever waits for a connection to the database',
    registers,
    async collect() {
      this.set(await core.metricFigures.poolWaiting());
    },
  });
}

/** Of what this process would match with: the index grows while it is built, and its revision is 0 until it is warm. */
function addMatching({ matching }: Core, registers: Registry[]): void {
  new Counter({
    name: 'matches_total',
    help: 'Alerts that matching has stored',
    registers,
    collect() {
      this.reset();
      this.inc(matching.matches);
    },
  });
  const gauges = [
    ['match_index_filters', 'Filters in the index', () => matching.state.filters],
    ['match_index_revision', 'Revision of the filter change log that the index holds', () => matching.state.revision],
    ['matching_held_back', '1 where events wait as the outbox is long', () => (matching.state.isHeldBack ? 1 : 0)],
  ] as const;
  for (const [name, help, value] of gauges)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
}
