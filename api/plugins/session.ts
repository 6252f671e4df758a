import cookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_AGE_S } from '#core/auth/session-service.ts';
import type { Config } from '#core/config.ts';
import type { Core } from '#core/context.ts';
import { UnauthenticatedError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null: nobody, for the reason in `signInFault`. */
    user: User | null;
    signInFault: UnauthenticatedError | null;
  }
}

const INIT_DATA_SCHEME = /^tma /i;

/** How the session is kept in the browser. */
export interface SessionCookie {
  readonly name: string;
  readonly options: CookieSerializeOptions;
}

/**
 * The frame of Telegram Web is another site, where a browser keeps only `SameSite=None; Partitioned` cookies; those need
 * https. Plain http is a developer's own machine.
 */
export function sessionCookie({ publicUrl }: Config['http']): SessionCookie {
  const common = { path: '/', httpOnly: true, maxAge: SESSION_MAX_AGE_S };
  return publicUrl.startsWith('https://')
    ? { name: '__Host-sid', options: { ...common, secure: true, sameSite: 'none', partitioned: true } }
    : { name: 'sid', options: { ...common, sameSite: 'lax' } };
}

/** Finds out who asks: by the init data in the header where there is one, else by the cookie. */
export async function addSessions(app: FastifyInstance, core: Core, { name }: SessionCookie): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('user', null);
  app.decorateRequest('signInFault', null);
  app.addHook('onRequest', async (request) => {
    try {
      request.user = await findUser(request, core, name);
    } catch (error) {
      if (!(error instanceof UnauthenticatedError)) throw error;
      request.signInFault = error;
    }
  });
}

async function findUser(request: FastifyRequest, core: Core, cookieName: string): Promise<User> {
  const initData = initDataOf(request);
  if (initData !== null) return core.auth.identify(initData);
  const token = request.cookies[cookieName];
  if (!token) throw new UnauthenticatedError('auth.unauthenticated');
  const user = await core.sessions.find(token);
  if (!user) throw new UnauthenticatedError('auth.sessionExpired');
  return user;
}

/** The launch string of a client that keeps no cookies. */
export function initDataOf({ headers }: FastifyRequest): string | null {
  const { authorization = '' } = headers;
  return INIT_DATA_SCHEME.test(authorization) ? authorization.slice(4) : null;
}

export function setSession(reply: FastifyReply, { name, options }: SessionCookie, token: string): void {
  reply.setCookie(name, token, options);
}

export function clearSession(reply: FastifyReply, { name, options }: SessionCookie): void {
  reply.clearCookie(name, options);
}

export function sessionToken(request: FastifyRequest, { name }: SessionCookie): string | null {
  return request.cookies[name] ?? null;
}
