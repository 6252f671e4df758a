import type { OpenAPIV3_1 } from 'openapi-types';
import { createServer } from '#api/server.ts';
import { loadConfig } from '#core/config.ts';
import { createCore } from '#core/context.ts';
import { connect } from '#core/db/open.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { createLogger } from '#core/logger.ts';

/** Nobody is there: services connect at their first query, and nothing asks one. */
const NOWHERE = 'postgresql://nobody@localhost:1/nothing';

/** With everything on that adds calls. */
const SETTINGS = { NODE_ENV: 'test', BOT_MODE: 'off', DEV_LOGIN_SECRET: 'for the description only' };

/** What the server says of its calls; it opens neither a port nor a connection. */
export async function describeServer(): Promise<OpenAPIV3_1.Document> {
  const orm = await connect(NOWHERE);
  const database = { orm, url: NOWHERE, close: () => orm.close(true) };
  const core = await createCore(loadConfig(SETTINGS), { database, logger: createLogger('silent') });
  const server = await createServer({
    core,
    texts: createI18n(loadResources()),
    exposeDocs: true,
    readiness: () => Promise.reject(new Error('nobody asks')),
    webhook: (_request, reply) => reply.send({}),
  });
  try {
    await server.ready();
    return server.swagger() as OpenAPIV3_1.Document;
  } finally {
    await server.close();
    await core.close();
  }
}
