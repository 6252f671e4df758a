import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { planRequestSchema, plansResponseSchema } from '#core/contracts/plans.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** The plans as the signed-in user may ask for them. */
export function addPlanRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.get(PATHS.plans, { schema: { response: { 200: plansResponseSchema } } }, async (request) => ({
    plans: await core.plans.offers(userOf(request)),
  }));

  app.post(
    PATHS.planRequest,
    { schema: { body: planRequestSchema, response: { 200: emptyAnswerSchema } } },
    async (request) => {
      await core.plans.request(userOf(request).id, request.body.plan);
      return {};
    },
  );
}
