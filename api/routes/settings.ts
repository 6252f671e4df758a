import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { settingsRequestSchema, settingsResponseSchema } from '#core/contracts/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { RATES } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { settingsView } from '../views/settings-view.ts';

/** What the signed-in user has chosen for themselves. */
export function addSettingsRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.get(PATHS.settings, { schema: { response: { 200: settingsResponseSchema } } }, async (request) =>
    settingsView(await core.settings.get(userOf(request).id)),
  );

  app.put(
    PATHS.settings,
    { schema: { body: settingsRequestSchema, response: { 200: settingsResponseSchema } } },
    async (request) => {
      const { id } = userOf(request);
      const missed = await core.settings.change(id, request.body);
      return settingsView(await core.settings.get(id), missed);
    },
  );

  app.post(
    PATHS.testAlert,
    { config: { rateLimit: RATES.testAlert }, schema: { response: { 200: emptyAnswerSchema } } },
    async (request) => {
      await core.alerts.sendTest(userOf(request).id);
      return {};
    },
  );
}
