import { RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import type { Core } from '#core/context.ts';

/** Gives every request an entity manager of its own; stands before everything that asks the database. */
export function addOrmContext(app: FastifyInstance, core: Core): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    RequestContext.create(core.orm.em, done);
  });
}
