import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '#core/context.ts';
import type { MetricValues } from '#core/figures/metric-figures.ts';

/** Well below what a metrics system waits for an answer. */
const LIMIT_MS = 3_000;

/**
 * What the database tells, the same on every replica. While it is away these figures are missing, and the others go on.
 * @returns reads them anew; never fails.
 */
export function addDatabaseFigures(core: Core, registers: Registry[]): () => Promise<void> {
  const rows = new Gauge({ name: 'outbox_rows', help: 'Messages in each state', labelNames: ['status'], registers });
  const oldest = new Gauge({
    name: 'outbox_oldest_pending_seconds',
    help: 'How long the oldest message that could be sent has been waiting',
    registers,
  });
  const details = new Gauge({
    name: 'ads_waiting_for_details',
    help: 'Ads whose own page is still to be read',
    registers,
  });
  const lastRead = new Gauge({
    name: 'source_last_success_timestamp',
    help: 'When the source was last read, in seconds since 1970; 0: never',
    labelNames: ['source'],
    registers,
  });

  function show({ outbox, waitingForDetails, source }: MetricValues): void {
    const { oldestPendingSeconds, ...states } = outbox;
    for (const [status, count] of Object.entries(states)) rows.set({ status }, count);
    oldest.set(oldestPendingSeconds ?? 0);
    details.set(waitingForDetails);
    if (source) lastRead.set({ source: source.id }, (source.lastReadAt?.getTime() ?? 0) / 1000);
  }

  let reading: Promise<MetricValues | null> | null = null;
  // Whoever asks while an answer is awaited gets the same one: a slow database is not asked again and again.
  const read = () => {
    reading ??= core
      .run(() => core.metricFigures.now())
      .catch((error: unknown) => {
        core.logger.warn({ err: error }, 'the figures of the database are missing');
        return null;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return async () => {
    const late = new AbortController();
    const tooLate = wait(LIMIT_MS, null, { signal: late.signal }).catch(() => null);
    const values = await Promise.race([read(), tooLate]);
    late.abort();
    if (values) return show(values);
    for (const gauge of [rows, lastRead]) gauge.reset();
    // Reset, a gauge without labels would be 0, which says that all is well.
    for (const gauge of [oldest, details]) gauge.remove();
  };
}
