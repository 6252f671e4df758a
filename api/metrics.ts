import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Core } from '#core/context.ts';
import type { Logger } from '#core/logger.ts';

/** Prometheus figures of this process and of the outbox; no label ever names a user. */
export function createMetrics(core: Core, isLeader: () => boolean): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'outbox_rows',
    help: 'Notifications in each state',
    labelNames: ['status'],
    registers,
    async collect() {
      const { oldestPendingSeconds: _, ...rows } = await core.run(() => core.outbox.counts());
      for (const [status, count] of Object.entries(rows)) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'outbox_oldest_pending_seconds',
    help: 'How long the oldest message that is due has been waiting',
    registers,
    async collect() {
      this.set((await core.run(() => core.outbox.oldestPendingSeconds())) ?? 0);
    },
  });
  addMatching(core, registers);
  new Gauge({
    name: 'poller_leader',
    help: '1 where this process leads',
    registers,
    collect() {
      this.set(isLeader() ? 1 : 0);
    },
  });
  new Counter({
    name: 'telegram_send_total',
    help: 'Sends by what became of them',
    labelNames: ['result'],
    registers,
    collect() {
      const { possibleDuplicates: _, ...outcomes } = core.delivery.counts;
      this.reset();
      for (const [result, count] of Object.entries(outcomes)) this.inc({ result }, count);
    },
  });
  new Counter({
    name: 'duplicates_possible_total',
    help: 'Sends of which nobody knows whether they arrived',
    registers,
    collect() {
      this.reset();
      this.inc(core.delivery.counts.possibleDuplicates);
    },
  });
  return registry;
}

/** Of what this process would match with: the index grows while it is built, and its revision is 0 until it is warm. */
function addMatching({ matching }: Core, registers: Registry[]): void {
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

/**
 * Serves the figures on a port of their own, away from the public one; null where they are off. A port that is taken, as
 * by a second process on one machine, is told and does not keep the service from serving.
 */
export async function serveMetrics(
  registry: Registry,
  at: { readonly host: string; readonly port: number },
  logger: Logger,
): Promise<Server | null> {
  if (at.port === 0) return null;
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      logger.warn({ err: error }, 'the figures are not served');
      resolve(null);
    });
    server.listen(at.port, at.host, () => resolve(server));
  });
}
