import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_AGE_S } from '#core/auth/session-service.ts';
import type { Config } from '#core/config.ts';
import type { Core } from '#core/context.ts';
import { UnauthenticatedError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import { type OwnCookie, ownCookie } from './own-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null: nobody, for the reason in `signInFault`. */
    user: User | null;
    signInFault: UnauthenticatedError | null;
  }
}

const INIT_DATA_SCHEME = /^tma /i;

/** How the session is kept in the browser. */
export function sessionCookie(http: Config['http']): OwnCookie {
  return ownCookie(http, 'sid', SESSION_MAX_AGE_S);
}

/** Finds out who asks: by the init data in the header where there is one that still counts, else by the cookie. */
export async function addSessions(app: FastifyInstance, core: Core, { name }: OwnCookie): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('user', null);
  app.decorateRequest('signInFault', null);
  app.addHook('onRequest', (request) => noteWhoAsks(request, findUser(request, core, name)));
}

/** Hook of a scope in which launch data do not count: who asks is who has the session. */
export function believeCookieAlone(core: Core, { name }: OwnCookie) {
  return async (request: FastifyRequest): Promise<void> => {
    if (initDataOf(request) !== null) await noteWhoAsks(request, userOfCookie(request, core, name));
  };
}

async function noteWhoAsks(request: FastifyRequest, whoAsks: Promise<User>): Promise<void> {
  request.user = null;
  request.signInFault = null;
  try {
    request.user = await whoAsks;
  } catch (error) {
    if (!(error instanceof UnauthenticatedError)) throw error;
    request.signInFault = error;
  }
}

async function findUser(request: FastifyRequest, core: Core, cookieName: string): Promise<User> {
  const initData = initDataOf(request);
  if (initData === null) return userOfCookie(request, core, cookieName);
  return core.auth.identify(initData, request.cookies[cookieName] || null);
}

async function userOfCookie(request: FastifyRequest, core: Core, cookieName: string): Promise<User> {
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

export function setSession(reply: FastifyReply, { name, options }: OwnCookie, token: string): void {
  reply.setCookie(name, token, options);
}

export function clearSession(reply: FastifyReply, { name, options }: OwnCookie): void {
  reply.clearCookie(name, options);
}

export function sessionToken(request: FastifyRequest, { name }: OwnCookie): string | null {
  return request.cookies[name] ?? null;
}

/** The token of the cookie's session where that is one of the signed-in user's, who may have asked by launch data. */
export async function ownSessionToken(request: FastifyRequest, core: Core, cookie: OwnCookie): Promise<string | null> {
  const token = sessionToken(request, cookie);
  if (token === null || initDataOf(request) === null) return token;
  const signedIn = await core.sessions.find(token);
  return signedIn && signedIn.id === request.user?.id ? token : null;
}
