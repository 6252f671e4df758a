import { Counter, Histogram, type Registry } from 'prom-client';
import type { Core } from '#core/context.ts';

const SEND_BUCKETS_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Around what is promised: 95 of 100 alerts within 5 seconds, 99 within 15. */
const LATENCY_BUCKETS_S = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 300, 900, 3600];
const RESULTS = ['ok', '429', '401', '403', '400', '5xx', 'timeout', 'reset', 'refused'] as const;

/** What this process sends to Telegram. */
export function addSendFigures({ delivery }: Core, registers: Registry[]): void {
  const { sends, duplicates } = createCounters(registers);
  const { durations, latencies } = createHistograms(registers);
  delivery.watch(({ result, seconds, latencySeconds, isAmbiguous }) => {
    sends.inc({ result });
    durations.observe(seconds);
    if (latencySeconds !== null) latencies.observe(latencySeconds);
    if (isAmbiguous) duplicates.inc();
  });
}

function createCounters(registers: Registry[]) {
  const sends = new Counter({
    name: 'telegram_send_total',
    help: 'Sends by what became of them',
    labelNames: ['result'],
    registers,
  });
  // A rate needs a number to begin with.
  for (const result of RESULTS) sends.inc({ result }, 0);
  const duplicates = new Counter({
    name: 'duplicates_possible_total',
    help: 'Sends of which nobody knows whether they arrived',
    registers,
  });
  return { sends, duplicates };
}

function createHistograms(registers: Registry[]) {
  const durations = new Histogram({
    name: 'telegram_send_seconds',
    help: 'How long sends took, all forms of a message together',
    buckets: SEND_BUCKETS_S,
    registers,
  });
  const latencies = new Histogram({
    name: 'delivery_latency_seconds',
    help: 'From the time an alert was found and due until Telegram took it',
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  return { durations, latencies };
}
