import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdSource, SourceError } from '#core/ingestion/ad-source.ts';
import { createSource } from '#core/ingestion/sources/create-source.ts';
import { httpGet } from '#core/ingestion/sources/http-get.ts';
import { createSsLvSource } from '#core/ingestion/sources/ss-lv/ss-lv-source.ts';

const MIB = 1024 * 1024;
const signal = () => AbortSignal.timeout(10_000);

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.failure : String(error);
}

/** Somebody inside who must never be called. */
let inside: TcpServer;
let port: number;
let calls = 0;
beforeAll(async () => {
  inside = createTcpServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => inside.close(resolve)));
afterEach(() => {
  calls = 0;
});

const inProduction = (url: string): AdSource => {
  const source = createSource({ kind: 'ss-lv', url, intervalS: 60 }, { production: true });
  if (!source) throw new Error('no source');
  return source;
};

describe('an address inside', () => {
  // Each is the very host that the settings name: the list of hosts alone would let it pass.
  it.each([
    'http://127.0.0.1:5432/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[3fff::1]/',
    'http://www.ss.lv/',
    'https://www.ss.lv:22/',
    'https://user@www.ss.lv/',
    'https://user:secret@www.ss.lv/',
    'file:///etc/passwd',
    'ftp://www.ss.lv/',
    'gopher://127.0.0.1/',
  ])('%s is refused before a socket is opened', async (address) => {
    expect(await failureOf(inProduction(address).fetchList(null, signal()))).toBe('refused');
  });

  it.each(['localhost', 'localhost.', 'LOCALHOST', '127.0.0.1.nip.invalid'])(
    'by the name %s is looked up once and not called',
    async (name) => {
      const options = { headers: {}, signal: signal(), maxBytes: MIB, allowPrivate: false };
      await expect(httpGet(new URL(`http://${name}:${port}/`), options)).rejects.toThrow();
      expect(calls).toBe(0);
      expect(await failureOf(inProduction(`https://${name}/`).fetchList(null, signal()))).toBe('unavailable');
    },
  );

  it('is not called by a redirect or as the address of an ad', async () => {
    const targets = [
      `http://127.0.0.1:${port}/lv/transport/cars/today/`,
      `https://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      `gopher://127.0.0.1:${port}/`,
    ];
    for (const location of targets) {
      const site = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(await failureOf(site.source.fetchList(null, signal()))).toBe('refused');
      expect(await failureOf(site.source.fetchAd(location, signal(), 'news'))).toBe('refused');
    }
    expect(calls).toBe(0);
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A site that answers every page alike, and the source that reads it. */
async function serve(answer: RequestListener): Promise<{ source: AdSource }> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { source: createSsLvSource({ baseUrl, allowPrivate: true, delayMs: 0 }) };
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

describe('an answer', () => {
  it('of a gigabyte is read to 5 MiB, told beforehand or not', async () => {
    let sent = 0;
    const part = Buffer.alloc(64 * 1024, 'x');
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, HTML);
      const more = (): void => {
        while (sent < 1024 * MIB && !response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    expect(await failureOf((await serve(endless)).source.fetchList(null, signal()))).toBe('layout');
    // What the sockets of both sides hold comes on top of what was read.
    expect(sent).toBeLessThan(40 * MIB);

    const announced: RequestListener = (_request, response) =>
      response.writeHead(200, { ...HTML, 'content-length': 1024 * MIB }).write('x');
    expect(await failureOf((await serve(announced)).source.fetchList(null, signal()))).toBe('layout');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['deflate', deflateSync],
  ])('that is a bomb in %s is read to 5 MiB', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(32 * MIB));
    const { source } = await serve((_request, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(bomb),
    );
    expect(await failureOf(source.fetchList(null, signal()))).toBe('layout');
  });

  it('that redirects without end is left after three', async () => {
    let asked = 0;
    const { source } = await serve((request, response) => {
      asked += 1;
      response.writeHead(302, { location: `${request.url}x` }).end();
    });
    expect(await failureOf(source.fetchList(null, signal()))).toBe('unavailable');
    expect(asked).toBe(4);
  });

  it.each(['application/json', 'application/xml', 'image/png', 'application/octet-stream', 'texthtml', ''])(
    'of the type "%s" is no page',
    async (type) => {
      const { source } = await serve((_request, response) => response.writeHead(200, { 'content-type': type }).end());
      expect(await failureOf(source.fetchList(null, signal()))).toBe('layout');
    },
  );

  it('of XML is read as HTML, which knows no entities of its own', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${laughs}]>
      <html xmlns="http://www.w3.org/1999/xhtml"><body>&l9;&f;</body></html>`;
    const { source } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/xhtml+xml' }).end(xml),
    );
    expect(await failureOf(source.fetchList(null, signal()))).toBe('layout');
  });
});
