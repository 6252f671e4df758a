import { z } from 'zod';
import { PATHS } from '#core/contracts/paths.ts';
import { configResponseSchema, type Readiness, readinessResponseSchema } from '#core/contracts/service.ts';
import { LOCALES } from '#core/i18n/locales.ts';
import { withinLimit } from '#core/within-limit.ts';
import type { BotLinks } from '../bot-links.ts';
import type { ServerOptions } from '../deps.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** Whoever asks must not wait for ever; above what the service gives itself to find out. */
const READINESS_LIMIT_MS = 1800;
const AWAY: Readiness = {
  ...{ db: 'down', reasons: ['database.down'] },
  ...{ leader: false, poller: 'off', sender: 'off', oldestPendingSeconds: null },
};

/** What the service tells of itself to pages, balancers and supervisors; asks no session. */
export function addServiceRoutes(app: ApiApp, { core, readiness }: ServerOptions, bot: BotLinks): void {
  const { config } = core;

  app.get(PATHS.config, { schema: { response: { 200: configResponseSchema } } }, async () => ({
    botName: bot.name(),
    botUrl: bot.url(),
    devLogin: config.devLoginSecret !== null,
    contact: { ...config.contact },
    languages: [...LOCALES],
    environment: config.env,
  }));

  app.get(PATHS.health, { schema: { response: { 200: z.strictObject({ status: z.literal('ok') }) } } }, async () => ({
    status: 'ok' as const,
  }));

  app.get(
    PATHS.readiness,
    { schema: { response: { 200: readinessResponseSchema, 503: readinessResponseSchema } } },
    async (request, reply) => {
      const told = await withinLimit(readiness(), READINESS_LIMIT_MS).catch((error: unknown) => {
        request.log.warn({ err: error }, 'readiness could not be told');
        return null;
      });
      const report = told ?? AWAY;
      return reply.code(report.db === 'up' ? 200 : 503).send(report);
    },
  );
}
