import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ApiDeps, ServerOptions } from './deps.ts';
import { createErrorHandler } from './error-handler.ts';
import { requireUser } from './guards.ts';
import { addApiDocs } from './plugins/api-docs.ts';
import { acceptJsonOnly } from './plugins/json-body.ts';
import { addOriginGuard } from './plugins/origin-guard.ts';
import { addOrmContext } from './plugins/orm-context.ts';
import { addRateLimits } from './plugins/rate-limits.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { addSessions, sessionCookie } from './plugins/session.ts';
import { addWebapp } from './plugins/static-webapp.ts';
import { type ApiApp, withZod } from './plugins/zod-validator.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addAlertRoutes } from './routes/alerts.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addFeedbackRoutes } from './routes/feedback.ts';
import { addFilterRoutes, addFiltersRedirect } from './routes/filters.ts';
import { addMarketRoutes } from './routes/market.ts';
import { addPlanRoutes } from './routes/plans.ts';
import { addProblemRoutes } from './routes/problems.ts';
import { addServiceRoutes } from './routes/service.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addTelegramWebhook } from './routes/telegram-webhook.ts';
import { addUserRoutes } from './routes/users.ts';

const BUILT_WEBAPP = fileURLToPath(new URL('../dist/webapp', import.meta.url));
const MAX_BODY_BYTES = 16 * 1024;
const MAX_PARAM_LENGTH = 100;
const REQUEST_TIMEOUT_MS = 15_000;
const CONNECTION_TIMEOUT_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;

/** Builds the HTTP side of the service; it does not listen yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { core, texts } = options;
  const app = createApp(options);
  acceptJsonOnly(app);
  await addSecurityHeaders(app, core.config);
  if (options.exposeDocs) await addApiDocs(app);
  const api = withZod(app);
  addServiceRoutes(api, options);
  addFiltersRedirect(api);
  if (options.webhook) addTelegramWebhook(app, options.webhook);
  await api.register(async (scope) => addCalls(scope, { core, texts, cookie: sessionCookie(core.config.http) }));
  const directory = options.staticDir ?? BUILT_WEBAPP;
  await addWebapp(app, { directory, telegramWebOrigin: core.config.telegram.webOrigin });
  return app;
}

function createApp({ core, texts, answerWithinMs = ANSWER_WITHIN_MS }: ServerOptions): FastifyInstance {
  const answerError = createErrorHandler(texts);
  const app = Fastify({
    loggerInstance: core.logger.child({ area: 'http' }, { serializers: { req: loggableRequest } }) as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    handlerTimeout: answerWithinMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  // What may be kept says so itself.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  return app;
}

/** Without what stands behind the path: some clients put launch data there. */
function loggableRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?')[0], ip };
}

/** Every call that asks a service. The order counts: who asks is known before how often is counted. */
async function addCalls(app: ApiApp, deps: ApiDeps): Promise<void> {
  const { core, cookie } = deps;
  const { http } = core.config;
  addOrmContext(app, core);
  addOriginGuard(app, http, cookie.name);
  await addSessions(app, core, cookie);
  await addRateLimits(app, http);
  addAuthRoutes(app, deps);
  await app.register(async (scope: ApiApp) => {
    // Before the body is read: who is not signed in learns nothing of what a call would accept.
    scope.addHook('preParsing', requireUser);
    addUserRoutes(scope, deps);
    addSettingsRoutes(scope, deps);
    addAlertRoutes(scope, deps);
    addAccountRoutes(scope, deps);
    addFilterRoutes(scope, deps);
    addMarketRoutes(scope, deps);
    addProblemRoutes(scope, deps);
    addFeedbackRoutes(scope, deps);
    addPlanRoutes(scope, deps);
  });
}
