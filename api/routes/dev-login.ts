import { signedInResponseSchema } from '#core/contracts/auth.ts';
import { devLoginRequestSchema } from '#core/contracts/credentials.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { letIn, visitorOf } from '../sign-in.ts';

/** The log-in of developers, which does not even refuse where the operator has set no secret: it is not there. */
export function addDevLogin(app: ApiApp, { core, cookie }: ApiDeps): void {
  if (core.config.devLoginSecret === null) return;
  app.post(
    PATHS.devLogin,
    { schema: { body: devLoginRequestSchema, response: { 200: signedInResponseSchema } } },
    async (request, reply) => {
      const { telegram_user_id: telegramId, secret } = request.body;
      const signedIn = await core.devLogin.login(
        { telegramId, secret, address: clientAddress(request) },
        visitorOf(request, cookie),
      );
      return letIn(reply, cookie, signedIn);
    },
  );
}
