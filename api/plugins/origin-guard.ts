import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#core/config.ts';
import { ForbiddenError } from '#core/errors.ts';
import { initDataOf } from './session.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser adds the session's cookie to what other sites make it send, so a write that comes with it must come from our
 * own pages, and no write may come from another site. A page of another site cannot set the header `Authorization`.
 */
export function addOriginGuard(app: FastifyInstance, http: Config['http'], cookieName: string): void {
  app.addHook('onRequest', async (request) => {
    const byCookie = request.headers.cookie?.includes(`${cookieName}=`) && initDataOf(request) === null;
    if (READING.has(request.method) || (!byCookie && !request.headers.origin)) return;
    if (!isFromOwnPage(request, http)) throw new ForbiddenError('auth.crossSite');
  });
}

/** For a reading call that changes something: refused where the browser says that another site made it. */
export function refuseCrossSite(http: Config['http']) {
  return async (request: FastifyRequest): Promise<void> => {
    const { origin, referer, 'sec-fetch-site': site } = request.headers;
    const foreign =
      site === undefined
        ? [origin, referer].some((url) => url !== undefined && !isOwnOrigin(request, url, http))
        : site !== 'same-origin' && site !== 'none';
    if (foreign) throw new ForbiddenError('auth.crossSite');
  };
}

function isFromOwnPage(request: FastifyRequest, http: Config['http']): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(request, origin, http);
}

/** On plain http, a developer's machine, the server answers under several names: then the one that was asked counts. */
function isOwnOrigin(request: FastifyRequest, url: string, { publicUrl }: Config['http']): boolean {
  const given = URL.parse(url);
  if (!given) return false;
  if (given.origin === new URL(publicUrl).origin) return true;
  return publicUrl.startsWith('http://') && given.origin === `http://${request.headers.host}`;
}
