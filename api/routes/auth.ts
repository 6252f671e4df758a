import {
  loginRequestSchema,
  signedInResponseSchema,
  signoutResponseSchema,
  signupRequestSchema,
  statusResponseSchema,
} from '#core/contracts/auth.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseCrossSite } from '../plugins/origin-guard.ts';
import { limitRefusedLogins, RATES } from '../plugins/rate-limits.ts';
import { clearSession, sessionToken } from '../plugins/session.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { letIn, visitorOf } from '../sign-in.ts';
import { sessionUserView } from '../views/user-view.ts';

/** Signing in by init data, signing out, and who is signed in. */
export function addAuthRoutes(app: ApiApp, { core, cookie }: ApiDeps): void {
  app.post(
    PATHS.login,
    { ...limitRefusedLogins(app), schema: { body: loginRequestSchema, response: { 200: signedInResponseSchema } } },
    async (request, reply) => {
      const { telegram_user_id: telegramId, initData } = request.body;
      return letIn(reply, cookie, await core.auth.login({ telegramId, initData, ...visitorOf(request, cookie) }));
    },
  );

  app.post(
    PATHS.signup,
    {
      config: { rateLimit: RATES.signup },
      schema: {
        body: signupRequestSchema,
        response: { 200: signedInResponseSchema, 201: signedInResponseSchema },
      },
    },
    async (request, reply) => {
      const { telegram_user_id: telegramId, initData } = request.body;
      const signedIn = await core.auth.signup({ telegramId, initData, ...visitorOf(request, cookie) });
      return reply.code(signedIn.created ? 201 : 200).send(letIn(reply, cookie, signedIn));
    },
  );

  app.get(PATHS.status, { schema: { response: { 200: statusResponseSchema } } }, async ({ user }) => ({
    isLoggedIn: user !== null,
    user: user && sessionUserView(user),
  }));

  app.get(
    PATHS.signout,
    { onRequest: refuseCrossSite(core.config.http), schema: { response: { 200: signoutResponseSchema } } },
    async (request, reply) => {
      const token = sessionToken(request, cookie);
      if (token !== null) await core.sessions.revoke(token);
      clearSession(reply, cookie);
      return { redirect: core.config.devLoginSecret === null ? '/' : '/dev-login' };
    },
  );
}
