import { Gauge, type Registry } from 'prom-client';
import type { Core } from '#core/context.ts';
import type { MetricValues } from '#core/figures/metric-figures.ts';

/**
 * What the database tells, the same on every replica. While it is away these figures are missing, and the others go on.
 * @returns reads them anew; never fails.
 */
export function addDatabaseFigures(core: Core, registers: Registry[]): () => Promise<void> {
  const gauges = createGauges(registers);
  return async () => {
    const values = await readValues(core);
    if (values) show(gauges, values);
    else hide(gauges);
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registers: Registry[]) {
  return {
    rows: new Gauge({
      name: 'outbox_rows',
      help: 'Messages that wait, are being sent or were given up',
      labelNames: ['status'],
      registers,
    }),
    oldest: new Gauge({
      name: 'outbox_oldest_pending_seconds',
      help: 'How long the oldest message that could be sent has been waiting',
      registers,
    }),
    details: new Gauge({
      name: 'ads_waiting_for_details',
      help: 'Ads whose own page is still to be read',
      registers,
    }),
    lastRead: new Gauge({
      name: 'source_last_success_timestamp',
      help: 'When the source was last read, in seconds since 1970; 0: never',
      labelNames: ['source'],
      registers,
    }),
  };
}

async function readValues({ metricFigures, logger }: Core): Promise<MetricValues | null> {
  try {
    return await metricFigures.now();
  } catch (error) {
    logger.warn({ err: error }, 'the figures of the database are missing');
    return null;
  }
}

function show({ rows, oldest, details, lastRead }: Gauges, values: MetricValues): void {
  for (const [status, count] of Object.entries(values.outbox)) rows.set({ status }, count);
  oldest.set(values.oldestPendingSeconds ?? 0);
  details.set(values.waitingForDetails);
  const { source } = values;
  if (source) lastRead.set({ source: source.id }, (source.lastReadAt?.getTime() ?? 0) / 1000);
}

function hide({ rows, oldest, details, lastRead }: Gauges): void {
  for (const gauge of [rows, lastRead]) gauge.reset();
  // Reset, a gauge without labels would be 0, which says that all is well.
  for (const gauge of [oldest, details]) gauge.remove();
}
