import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '#core/auth/verifications.ts';
import { clientName } from './client-name.ts';
import type { ApiDeps } from './deps.ts';
import { browserToken, ensureBrowserToken } from './plugins/browser-token.ts';

/** Who begins a change that needs a code: whoever is signed in, else the browser. */
export function askerOf(request: FastifyRequest, reply: FastifyReply, { browserCookie }: ApiDeps): Asker {
  const binding = request.user ? ofUser(request.user.id) : ofBrowser(ensureBrowserToken(request, reply, browserCookie));
  return { binding, client: clientName(request) };
}

/** Everything that a change may be bound to which this request ends: the browser may have signed in since. */
export function bindingsOf(request: FastifyRequest, { browserCookie }: ApiDeps): string[] {
  const token = browserToken(request, browserCookie);
  return [...(request.user ? [ofUser(request.user.id)] : []), ...(token === null ? [] : [ofBrowser(token)])];
}

const ofUser = (id: number) => `user:${id}`;
const ofBrowser = (token: string) => `browser:${token}`;
