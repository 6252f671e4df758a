import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#core/config.ts';
import { plainPath } from './plain-path.ts';

const YEAR_S = 31_536_000;
const MAP = 'https://www.openstreetmap.org';
const TELEGRAM_SCRIPTS = 'https://telegram.org';

/** Tells browsers what our pages may load, and who may frame them. */
export async function addSecurityHeaders(app: FastifyInstance, { http, telegram, env }: Config): Promise<void> {
  const isHttps = http.publicUrl.startsWith('https://');
  await app.register(helmet, {
    // It cannot name a host, and Telegram Web frames the mini app: `frame-ancestors` says who may.
    frameguard: false,
    hsts: isHttps && { maxAge: YEAR_S },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", TELEGRAM_SCRIPTS],
        // The dialogs of Telegram's UI kit add their styles while they run.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'https:', 'data:', ...(env === 'production' ? [] : ['http:'])],
        frameSrc: [MAP],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [
          (request: IncomingMessage) => (mayBeFramed(request.url ?? '') ? `'self' ${telegram.webOrigin}` : "'none'"),
        ],
      },
    },
  });
}

/** For a refusal that no route and no hook sees, such as that of a path that cannot be read: nothing is loaded by it. */
export function bareHeaders({ http }: Config): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(http.publicUrl.startsWith('https://') && {
      'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
    }),
  };
}

/** Not the administrators' pages. */
function mayBeFramed(url: string): boolean {
  return !/^\/(admin|dev-login)(\/|$)/.test(plainPath(url));
}
