import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath } from '#core/contracts/page-paths.ts';
import { isApiPath } from '#core/contracts/paths.ts';
import { NotFoundError } from '#core/errors.ts';
import { plainPath } from './plain-path.ts';

const INDEX = 'index.html';
const NOT_BUILT = 'The mini app is not built. Run "npm run build" and start again.\n';

/** As the pages find it by its path. */
const DEV_LOGIN_PAGE = /^\/dev-login\/?$/;

interface WebappOptions {
  /** Folder of the built mini app. */
  readonly directory: string;
  /** The page that may frame the mini app; its SDK talks to this origin only. */
  readonly telegramWebOrigin: string;
  /** Whether there is a log-in for developers. */
  readonly hasDevLogin: boolean;
}

/**
 * Serves the built mini app: its files, and its one document at every page. Where there is no page the document says so
 * to people, and the status to everybody else.
 */
export async function addWebapp(app: FastifyInstance, options: WebappOptions): Promise<void> {
  const page = readPage(options);
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: path.resolve(options.directory),
      wildcard: false,
      index: false,
      // Compressed files are answers for the names of their originals, and none by their own.
      globIgnore: [INDEX, '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // The names of bundled files change with their content; the others keep their names.
        const isBundled = file.includes(`${path.sep}assets${path.sep}`);
        void reply.header('cache-control', isBundled ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new NotFoundError('request.notFound');
    const path = plainPath(request.url);
    const isThere = isPagePath(path) && (options.hasDevLogin || !DEV_LOGIN_PAGE.test(path));
    return sendPage(reply, page, isThere ? 200 : 404);
  });
}

function wantsPage(request: FastifyRequest): boolean {
  const asksForHtml = request.headers.accept?.includes('text/html') ?? false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && asksForHtml && !isApiPath(plainPath(request.url));
}

function sendPage(reply: FastifyReply, page: string | null, status: 200 | 404): FastifyReply {
  void reply.header('cache-control', 'no-cache');
  if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

function readPage({ directory, telegramWebOrigin }: WebappOptions): string | null {
  const file = path.join(directory, INDEX);
  if (!existsSync(file)) return null;
  const origin = new URL(telegramWebOrigin).origin;
  return readFileSync(file, 'utf8').replace(
    '<head>',
    `<head>\n    <meta name="telegram-web-origin" content="${origin}">`,
  );
}
