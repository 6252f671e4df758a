import { messagingAccountRequestSchema } from '#core/contracts/credentials.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { verificationResponseSchema } from '#core/contracts/registration.ts';
import type { ApiDeps } from '../deps.ts';
import { requireBot, userOf } from '../guards.ts';
import { RATES } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { askerOf } from '../verification-asker.ts';
import { verificationView } from '../views/verification-view.ts';

/** Where the signed-in user's alerts go. */
export function addMessagingAccountRoutes(app: ApiApp, deps: ApiDeps): void {
  const { core, bot } = deps;

  app.post(
    PATHS.messagingAccount,
    {
      config: { rateLimit: RATES.messagingAccount },
      schema: { body: messagingAccountRequestSchema, response: { 200: verificationResponseSchema } },
      preHandler: requireBot(bot),
    },
    async (request, reply) => {
      const { id } = userOf(request);
      const asker = askerOf(request, reply, deps);
      const begun = await core.registration.changeMessagingAccount(id, request.body.currentPassword, asker);
      return verificationView(begun, bot);
    },
  );
}
