import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import {
  forgotPasswordRequestSchema,
  registerRequestSchema,
  verificationResponseSchema,
  verifyRequestSchema,
} from '#core/contracts/registration.ts';
import type { ApiDeps } from '../deps.ts';
import { requireBot } from '../guards.ts';
import { localeOf } from '../plugins/locale.ts';
import { RATES } from '../plugins/rate-limits.ts';
import { ownSessionToken } from '../plugins/session.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { askerOf, bindingsOf } from '../verification-asker.ts';
import { verificationView } from '../views/verification-view.ts';

/** Accounts with a username: begun and recovered by anybody, and carried out by the code that the bot gives. */
export function addRegistrationRoutes(app: ApiApp, deps: ApiDeps): void {
  const { core, bot, cookie } = deps;

  app.post(
    PATHS.register,
    {
      config: { rateLimit: RATES.register },
      schema: { body: registerRequestSchema, response: { 201: verificationResponseSchema } },
      preHandler: requireBot(bot),
    },
    async (request, reply) => {
      const asker = { ...askerOf(request, reply, deps), language: localeOf(request) };
      const begun = await core.registration.register(request.body, asker);
      return reply.code(201).send(verificationView(begun, bot));
    },
  );

  app.post(
    PATHS.forgotPassword,
    {
      config: { rateLimit: RATES.forgotPassword },
      schema: { body: forgotPasswordRequestSchema, response: { 200: verificationResponseSchema } },
      preHandler: requireBot(bot),
    },
    async (request, reply) => {
      const asker = { ...askerOf(request, reply, deps), user: request.user };
      return verificationView(await core.registration.recover(request.body, asker), bot);
    },
  );

  app.post(
    PATHS.verify,
    {
      config: { rateLimit: RATES.verify },
      schema: { body: verifyRequestSchema, response: { 200: emptyAnswerSchema } },
    },
    async (request) => {
      const { verificationId, code } = request.body;
      const sessionToken = await ownSessionToken(request, core, cookie);
      await core.verifications.complete(verificationId, code, { bindings: bindingsOf(request, deps), sessionToken });
      return {};
    },
  );
}
