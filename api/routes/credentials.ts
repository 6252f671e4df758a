import { signedInResponseSchema } from '#core/contracts/auth.ts';
import {
  changePasswordRequestSchema,
  changeUsernameRequestSchema,
  passwordLoginRequestSchema,
} from '#core/contracts/credentials.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { ownSessionToken, setSession } from '../plugins/session.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { letIn, visitorOf } from '../sign-in.ts';

/** Signing in by username and password. */
export function addPasswordLogin(app: ApiApp, { core, cookie }: ApiDeps): void {
  app.post(
    PATHS.passwordLogin,
    { schema: { body: passwordLoginRequestSchema, response: { 200: signedInResponseSchema } } },
    async (request, reply) => {
      const signedIn = await core.credentials.passwordLogin(
        { ...request.body, address: clientAddress(request) },
        visitorOf(request, cookie),
      );
      return letIn(reply, cookie, signedIn);
    },
  );
}

/** Changes of what the signed-in user signs in with; each asks for the current password. */
export function addCredentialRoutes(app: ApiApp, { core, cookie }: ApiDeps): void {
  app.put(
    PATHS.userPassword,
    { schema: { body: changePasswordRequestSchema, response: { 200: emptyAnswerSchema } } },
    async (request, reply) => {
      const current = await ownSessionToken(request, core, cookie);
      const renewed = await core.credentials.changePassword(userOf(request).id, request.body, current);
      if (renewed !== null) setSession(reply, cookie, renewed);
      return {};
    },
  );

  app.put(
    PATHS.userUsername,
    { schema: { body: changeUsernameRequestSchema, response: { 200: emptyAnswerSchema } } },
    async (request) => {
      await core.credentials.changeUsername(userOf(request).id, request.body);
      return {};
    },
  );
}
