import type { FastifyInstance } from 'fastify';

/** One request that was answered. */
export interface AnsweredRequest {
  /** The pattern of the route, never the path that was asked for; `none` where no route answers. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const NO_ROUTE = 'none';

/** Tells of every request once it is answered. */
export function addRequestTiming(app: FastifyInstance, answered: (request: AnsweredRequest) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
    answered({ route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}
