import { accountExportSchema } from '#core/contracts/account-export.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { refuseCrossSite } from '../plugins/origin-guard.ts';
import { RATES } from '../plugins/rate-limits.ts';
import { clearSession } from '../plugins/session.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** The signed-in user's account as a whole: take it along, and end it. */
export function addAccountRoutes(app: ApiApp, { core, cookie }: ApiDeps): void {
  app.get(
    PATHS.userExport,
    {
      // A link on another site must not use up what the rate allows.
      onRequest: refuseCrossSite(core.config.http),
      config: { rateLimit: RATES.userExport },
      schema: { response: { 200: accountExportSchema } },
    },
    async (request, reply) => {
      const { id } = userOf(request);
      reply.header('content-disposition', `attachment; filename="vanags-${id}.json"`);
      return core.accountExport.of(id);
    },
  );

  app.delete(PATHS.deleteAccount, { schema: { response: { 200: emptyAnswerSchema } } }, async (request, reply) => {
    await core.accountDeletion.deleteAccount(userOf(request).id);
    clearSession(reply, cookie);
    return {};
  });
}
