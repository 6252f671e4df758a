import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Core } from '#core/context.ts';
import type { Logger } from '#core/logger.ts';
import { addDatabaseFigures } from './metrics/database-figures.ts';
import { addHttpFigures } from './metrics/http-figures.ts';
import { addPipelineFigures } from './metrics/pipeline-figures.ts';
import { addSendFigures } from './metrics/send-figures.ts';
import type { AnsweredRequest } from './plugins/request-timing.ts';

/** Figures as Prometheus reads them. */
export interface Metrics {
  readonly contentType: string;
  /** The figures of this moment, as text. */
  readonly metrics: () => Promise<string>;
  /** Is told of each request that was answered. */
  readonly answered: (request: AnsweredRequest) => void;
}

/** Prometheus figures of this process, the outbox and the source; no label ever names a user. */
export function createMetrics(core: Core, isLeader: () => boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answered = addHttpFigures(registers);
  addPipelineFigures(core, registers);
  addSendFigures(core, registers);
  new Gauge({
    name: 'poller_leader',
    help: '1 where this process leads',
    registers,
    collect() {
      this.set(isLeader() ? 1 : 0);
    },
  });
  const readDatabase = addDatabaseFigures(core, registers);
  return {
    contentType: registry.contentType,
    answered,
    async metrics() {
      await readDatabase();
      return registry.metrics();
    },
  };
}

/**
 * Serves the figures on a port of their own, away from the public one; null where they are off. A port that is taken, as
 * by a second process on one machine, is told and does not keep the service from serving.
 */
export async function serveMetrics(
  metrics: Metrics,
  at: { readonly host: string; readonly port: number },
  logger: Logger,
): Promise<Server | null> {
  if (at.port === 0) return null;
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await metrics.metrics();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      logger.warn({ err: error }, 'the figures could not be told');
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
