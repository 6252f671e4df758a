import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { reportProblemSchema } from '#core/contracts/problem.ts';
import { ForbiddenError } from '#core/errors.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { ADDRESS_RATES, limitAddress } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** Reports of problems by the signed-in user. */
export function addProblemRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.post(
    PATHS.reportProblem,
    {
      onRequest: limitAddress(app, ADDRESS_RATES.problem),
      schema: { body: reportProblemSchema, response: { 200: emptyAnswerSchema } },
    },
    async (request) => {
      const { id, telegramId } = userOf(request);
      const { user_id: userId, telegram_user_id: telegramUserId, problem_description: description } = request.body;
      // A page that was kept open under another account; its report would come from the wrong person.
      if (userId !== id || telegramUserId !== telegramId) throw new ForbiddenError('auth.invalidInitData');
      await core.problems.report(id, description);
      return {};
    },
  );
}
