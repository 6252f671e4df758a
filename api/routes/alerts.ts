import { z } from 'zod';
import { alertsResponseSchema } from '#core/contracts/alerts.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { idSchema } from '#core/contracts/identifier.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { optionTexts } from '../plugins/locale.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { alertView } from '../views/alert-view.ts';

const hiding = { params: z.strictObject({ adId: idSchema }), response: { 200: emptyAnswerSchema } };

/** What the signed-in user was told of, and the ads of which they want to hear no more. */
export function addAlertRoutes(app: ApiApp, { core, texts }: ApiDeps): void {
  app.get(PATHS.alerts, { schema: { response: { 200: alertsResponseSchema } } }, async (request) => {
    const t = optionTexts(request, texts);
    const alerts = await core.sentAlerts.latest(userOf(request).id);
    return { alerts: alerts.map((alert) => alertView(alert, t)) };
  });

  app.post(PATHS.adHide, { schema: hiding }, async (request) => {
    await core.hiddenAds.hide(userOf(request).id, request.params.adId);
    return {};
  });

  app.delete(PATHS.adHide, { schema: hiding }, async (request) => {
    await core.hiddenAds.unhide(userOf(request).id, request.params.adId);
    return {};
  });
}
