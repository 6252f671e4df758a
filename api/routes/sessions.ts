import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { sessionsResponseSchema } from '#core/contracts/sessions.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { ownSessionToken, sessionToken, setSession } from '../plugins/session.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { sessionView } from '../views/session-view.ts';

/** Where the signed-in user is signed in, and an end to all of it but here. */
export function addSessionRoutes(app: ApiApp, { core, cookie }: ApiDeps): void {
  app.get(PATHS.sessions, { schema: { response: { 200: sessionsResponseSchema } } }, async (request) => {
    const sessions = await core.sessions.list(userOf(request).id, sessionToken(request, cookie));
    return { sessions: sessions.map(sessionView) };
  });

  app.delete(PATHS.sessions, { schema: { response: { 200: emptyAnswerSchema } } }, async (request, reply) => {
    const token = await ownSessionToken(request, core, cookie);
    const renewed = await core.sessions.endOthers(userOf(request).id, token);
    if (renewed !== null) setSession(reply, cookie, renewed);
    return {};
  });
}
