import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { feedbackSchema } from '#core/contracts/feedback.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { ADDRESS_RATES, limitAddress } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** What the signed-in user thinks of the product. */
export function addFeedbackRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.post(
    PATHS.feedback,
    {
      onRequest: limitAddress(app, ADDRESS_RATES.feedback),
      schema: { body: feedbackSchema, response: { 200: emptyAnswerSchema } },
    },
    async (request) => {
      await core.feedback.submit(userOf(request).id, request.body);
      return {};
    },
  );
}
