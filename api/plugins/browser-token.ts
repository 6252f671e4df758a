import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken, newToken } from '#core/auth/token.ts';
import type { Config } from '#core/config.ts';
import { type OwnCookie, ownCookie } from './own-cookie.ts';

/** A little longer than the longest of what is bound to it. */
const MAX_AGE_S = 15 * 60;

/** The cookie that tells one browser from another before anybody is signed in. */
export function browserCookie(http: Config['http']): OwnCookie {
  return ownCookie(http, 'bid', MAX_AGE_S);
}

/** The token of the browser that asks; a browser without one gets it. Several log-ins of one browser share it. */
export function ensureBrowserToken(request: FastifyRequest, reply: FastifyReply, cookie: OwnCookie): string {
  const token = browserToken(request, cookie) ?? newToken();
  reply.setCookie(cookie.name, token, cookie.options);
  return token;
}

export function clearBrowserToken(reply: FastifyReply, { name, options }: OwnCookie): void {
  reply.clearCookie(name, options);
}

/** The token of the browser that asks; null when it has none. */
export function browserToken(request: FastifyRequest, { name }: OwnCookie): string | null {
  const token = request.cookies[name];
  return token !== undefined && isToken(token) ? token : null;
}
