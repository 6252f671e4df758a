import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control } from './control.ts';
import { Faults } from './faults.ts';
import { Market, type MarketOptions } from './market.ts';
import { answerOf, ROBOTS } from './site.ts';

export interface MarketEmulatorOptions extends MarketOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** How often something happens by itself; `null`, the default, is never. */
  readonly tickMs?: number | null;
}

export interface MarketEmulator {
  /** `http://127.0.0.1:4100`, without a slash at the end. */
  readonly url: string;
  readonly market: Market;
  readonly faults: Faults;
  close(): Promise<void>;
}

/** Answers with an ETag, and with 304 to whom knows it already. */
function send(request: IncomingMessage, response: ServerResponse, type: string, body: string): void {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { 'content-type': type, etag }).end(body);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/**
 * Starts the emulated site on this machine. It is steered by `market` and `faults`, or from another process by
 * `POST /control/{add,renew,price,remove,reuse,break,tick}` with JSON and `GET /control/ads`.
 */
export async function startMarketEmulator(options: MarketEmulatorOptions = {}): Promise<MarketEmulator> {
  const { port = 0, tickMs = null, now = () => new Date() } = options;
  const market = new Market(options);
  const faults = new Faults();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url);
    const command = /^\/control\/(\w+)$/.exec(pathname)?.[1];
    if (command === 'ads' && request.method === 'GET') return sendJson(response, 200, market.list());
    if (command !== undefined && request.method === 'POST') {
      return sendJson(response, ...(await control(market, command, request)));
    }
    if (pathname === '/robots.txt') return send(request, response, 'text/plain', ROBOTS);
    if (!pathname.startsWith('/gallery/') && (await faults.strike(response))) return;
    const page = answerOf(market, pathname, url, now());
    if (page === null) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    else if ('redirect' in page) response.writeHead(302, { location: page.redirect }).end();
    else if (page.status === 200) send(request, response, page.type, page.body);
    else response.writeHead(page.status, { 'content-type': page.type }).end(page.body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timer = tickMs === null ? null : setInterval(() => market.tick(), tickMs).unref();
  return {
    url,
    market,
    faults,
    close: () => {
      if (timer) clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
