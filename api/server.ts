import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createBotLinks } from './bot-links.ts';
import { createConnectionRefusal } from './connection-refusal.ts';
import type { ApiDeps, Patience, ServerOptions } from './deps.ts';
import { createErrorHandler } from './error-handler.ts';
import { requireAdmin, requireUser } from './guards.ts';
import { addApiDocs, describeAccess } from './plugins/api-docs.ts';
import { browserCookie } from './plugins/browser-token.ts';
import { endIdleConnections } from './plugins/idle-connections.ts';
import { acceptJsonOnly } from './plugins/json-body.ts';
import { addOriginGuard } from './plugins/origin-guard.ts';
import { addOrmContext } from './plugins/orm-context.ts';
import { addRateLimits } from './plugins/rate-limits.ts';
import { addRequestTiming } from './plugins/request-timing.ts';
import { addSecurityHeaders, bareHeaders } from './plugins/security-headers.ts';
import { addSessions, believeCookieAlone, sessionCookie } from './plugins/session.ts';
import { addWebapp } from './plugins/static-webapp.ts';
import { type ApiApp, withZod } from './plugins/zod-validator.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addAdminFigures } from './routes/admin-figures.ts';
import { addAdminLetterRoutes } from './routes/admin-letters.ts';
import { addAdminUserRoutes } from './routes/admin-users.ts';
import { addAlertRoutes } from './routes/alerts.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addCredentialRoutes, addPasswordLogin } from './routes/credentials.ts';
import { addDevLogin } from './routes/dev-login.ts';
import { addFeedbackRoutes } from './routes/feedback.ts';
import { addFilterRoutes, addFiltersRedirect } from './routes/filters.ts';
import { addLoginLinkRoutes } from './routes/login-links.ts';
import { addMarketRoutes } from './routes/market.ts';
import { addMessagingAccountRoutes } from './routes/messaging-account.ts';
import { addPlanRoutes } from './routes/plans.ts';
import { addProblemRoutes } from './routes/problems.ts';
import { addRegistrationRoutes } from './routes/registration.ts';
import { addServiceRoutes } from './routes/service.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addTelegramWebhook } from './routes/telegram-webhook.ts';
import { addUserRoutes } from './routes/users.ts';

const BUILT_WEBAPP = fileURLToPath(new URL('../dist/webapp', import.meta.url));
const MAX_BODY_BYTES = 16 * 1024;
const MAX_PARAM_LENGTH = 100;
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 15_000, idleMs: 30_000, lookEveryMs: 2_000, stopMs: 8_000 };
const ANSWER_WITHIN_MS = 10_000;

/** Builds the HTTP side of the service; it does not listen yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { core, texts } = options;
  const app = createApp(options);
  acceptJsonOnly(app);
  if (options.answered) addRequestTiming(app, options.answered);
  await addSecurityHeaders(app, core.config);
  if (options.exposeDocs) await addApiDocs(app);
  const api = withZod(app);
  const bot = createBotLinks(core.config.telegram, options.botName ?? (() => null));
  addServiceRoutes(api, options, bot);
  addFiltersRedirect(api);
  if (options.webhook) addTelegramWebhook(app, options.webhook);
  const { http } = core.config;
  const cookies = { cookie: sessionCookie(http), browserCookie: browserCookie(http) };
  await api.register(async (scope) => addCalls(scope, { core, texts, bot, ...cookies }));
  const directory = options.staticDir ?? BUILT_WEBAPP;
  const { devLoginSecret, telegram } = core.config;
  await addWebapp(app, { directory, telegramWebOrigin: telegram.webOrigin, hasDevLogin: devLoginSecret !== null });
  return app;
}

function createApp({ core, texts, answerWithinMs = ANSWER_WITHIN_MS, ...options }: ServerOptions): FastifyInstance {
  const answerError = createErrorHandler(texts);
  const patience = { ...PATIENCE, ...options.patience };
  const app = Fastify({
    loggerInstance: core.logger.child({ area: 'http' }, { serializers: { req: loggableRequest } }) as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: [...core.config.http.trustedProxies],
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.lookEveryMs },
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.idleMs,
    handlerTimeout: answerWithinMs,
    forceCloseConnections: 'idle',
    // Who asks over a connection that is kept cannot know that the service ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      void reply.headers(bareHeaders(core.config));
      answerError(error, request, reply);
    },
    clientErrorHandler: createConnectionRefusal(core.config, texts),
  });
  app.setErrorHandler(answerError);
  endIdleConnections(app, patience.stopMs);
  // What may be kept says so itself.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  // Kept connections go before the listener does, so that no request meets a closed one.
  app.addHook('onSend', async (_request, reply) => {
    if (options.isStopping?.()) reply.header('connection', 'close');
  });
  return app;
}

/** Names of log-ins and codes in a path. */
const LONG_NAME = /(?<=\/)[^/.]{20,}(?=\/|$)/g;

/** Without what stands behind the path, where some clients put launch data, and without the long names in it. */
function loggableRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?')[0]?.replace(LONG_NAME, '…'), ip };
}

/** Every call that asks a service. The order counts: an address that asks too often makes nobody look anything up. */
async function addCalls(app: ApiApp, deps: ApiDeps): Promise<void> {
  const { core, cookie } = deps;
  const { http } = core.config;
  addOrmContext(app, core);
  addOriginGuard(app, http, cookie.name);
  await addRateLimits(app, http);
  await addSessions(app, core, cookie);
  addAuthRoutes(app, deps);
  addLoginLinkRoutes(app, deps);
  addPasswordLogin(app, deps);
  addDevLogin(app, deps);
  addRegistrationRoutes(app, deps);
  await app.register(async (scope) => addMemberCalls(scope, deps));
  await app.register(async (scope) => addAdminCalls(scope, deps));
}

/** What signed-in users may ask. */
function addMemberCalls(app: ApiApp, deps: ApiDeps): void {
  // Before the body is read: who is not signed in learns nothing of what a call would accept.
  app.addHook('preParsing', requireUser);
  describeAccess(app, ['session', 'launchData']);
  addUserRoutes(app, deps);
  addSettingsRoutes(app, deps);
  addAlertRoutes(app, deps);
  addAccountRoutes(app, deps);
  addCredentialRoutes(app, deps);
  addMessagingAccountRoutes(app, deps);
  addSessionRoutes(app, deps);
  addFilterRoutes(app, deps);
  addMarketRoutes(app, deps);
  addProblemRoutes(app, deps);
  addFeedbackRoutes(app, deps);
  addPlanRoutes(app, deps);
}

/**
 * What administrators may ask, by a session alone: it ends after half an hour without use, where launch data count for
 * a day.
 */
function addAdminCalls(app: ApiApp, deps: ApiDeps): void {
  app.addHook('onRequest', believeCookieAlone(deps.core, deps.cookie));
  app.addHook('preParsing', requireAdmin);
  describeAccess(app, ['adminSession']);
  addAdminFigures(app, deps);
  addAdminUserRoutes(app, deps);
  addAdminLetterRoutes(app, deps);
}
