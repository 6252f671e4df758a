import type { FastifyRequest } from 'fastify';
import type { Visitor } from '#core/auth/session-service.ts';
import { clientName } from './client-name.ts';
import type { OwnCookie } from './plugins/own-cookie.ts';
import { sessionToken } from './plugins/session.ts';

/** The browser that signs somebody in. */
export function visitorOf(request: FastifyRequest, cookie: OwnCookie): Visitor {
  return { previousToken: sessionToken(request, cookie), client: clientName(request) };
}
