import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer as createVite, type Plugin } from 'vite';
import { isApiPath } from '#core/contracts/paths.ts';
import { replaceTexts } from './replace-texts.ts';

const CONFIG = fileURLToPath(new URL('../../webapp/vite.config.ts', import.meta.url));

interface PagesOptions {
  readonly port: number;
  /** Where the calls of the pages go. */
  readonly serviceUrl: string;
  /** Resolves when no start of the service is under way: a call waits as long. */
  readonly settled: () => Promise<void>;
  readonly telegramWebOrigin: string;
  /** Where packages are kept as the browser gets them. */
  readonly cacheDir: string;
}

/**
 * Serves the pages from their sources, replaced in the browser while somebody edits them, and hands on the calls. The
 * listener is ours: one of Vite's own would end the process, and with it the database's watch, at a signal.
 */
export async function servePages(options: PagesOptions): Promise<{ close: () => Promise<void> }> {
  const http = createServer();
  const vite = await createVite({
    configFile: CONFIG,
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: options.cacheDir,
    plugins: [asTheServiceDoes(options), replaceTexts()],
    server: {
      middlewareMode: true,
      hmr: { server: http },
      headers: { 'content-security-policy': `frame-ancestors 'self' ${options.telegramWebOrigin}` },
      proxy: {
        '^/': { target: options.serviceUrl, bypass: (request) => (isCall(request) ? undefined : request.url) },
      },
    },
  });
  const close = async () => {
    await vite.close();
    http.close();
    http.closeAllConnections();
  };
  try {
    http.on('request', vite.middlewares).listen(options.port, 'localhost');
    await once(http, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** `/filters/new` is a call and a page: the method tells. */
function isCall({ method, url = '' }: IncomingMessage): boolean {
  return (method !== 'GET' && method !== 'HEAD') || isApiPath(url.split('?')[0] ?? '');
}

function asTheServiceDoes({ telegramWebOrigin, settled }: PagesOptions): Plugin {
  return {
    name: 'as-the-service-does',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'telegram-web-origin', content: telegramWebOrigin }, injectTo: 'head-prepend' },
    ],
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (isCall(request)) void settled().then(() => next());
        else next();
      });
    },
  };
}
