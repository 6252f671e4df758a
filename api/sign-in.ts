import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn, Visitor } from '#core/auth/session-service.ts';
import type { SignedInResponse } from '#core/contracts/auth.ts';
import { clientName } from './client-name.ts';
import type { OwnCookie } from './plugins/own-cookie.ts';
import { sessionToken, setSession } from './plugins/session.ts';
import { sessionUserView } from './views/user-view.ts';

/** The browser that signs somebody in. */
export function visitorOf(request: FastifyRequest, cookie: OwnCookie): Visitor {
  return { previousToken: sessionToken(request, cookie), client: clientName(request) };
}

/** Gives the browser its session, and answers who was signed in. */
export function letIn(reply: FastifyReply, cookie: OwnCookie, { user, token }: SignedIn): SignedInResponse {
  setSession(reply, cookie, token);
  return { user: sessionUserView(user) };
}
