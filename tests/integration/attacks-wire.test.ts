import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { openWire, type Wire } from '../support/wire.ts';

/** A server that is less patient than ours, so that nobody waits for it here. */
const PATIENCE = { headersMs: 500, requestMs: 800, idleMs: 1000, lookEveryMs: 50 };
/** Far above what a sign of life takes, and far below what it would take behind who is slow. */
const PROMPT_MS = 200;
const FEW_SLOW = 20;
const BIG_FILE = 2 * 1024 * 1024;

let folder: string;
let world: TestApp;
let wire: Wire;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vanags-wire-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head></html>');
  await writeFile(path.join(folder, 'assets', 'big.js'), 'x'.repeat(BIG_FILE));
  world = await createTestApp({ staticDir: folder, patience: PATIENCE });
  wire = await openWire(world.app);
});
afterAll(async () => {
  wire.hangUp();
  await world.close();
  await rm(folder, { recursive: true });
});

const POST = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: FEW_SLOW }, make));

/** How long others wait meanwhile, in milliseconds: the median of some looks, as the machine is busy with other tests. */
async function othersWait(): Promise<number> {
  const looks: number[] = [];
  while (looks.length < 9) looks.push(await wire.signOfLife());
  return looks.sort((one, other) => one - other)[4] ?? Number.POSITIVE_INFINITY;
}

const nobodyIsLeft = () => expect.poll(() => wire.connections(), { timeout: 5000 }).toBe(0);

describe('a client that takes its time', () => {
  it.each([
    ['over its headers', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
    ['over its first line', 'GET /', 'a'],
    ['over its body', `${POST}Content-Length: 9000\r\n\r\n`, '['],
    ['over the pieces of its body', `${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n[\r\n'],
  ])('%s is told so and closed, and nobody else waits', async (_, start, piece) => {
    const slow = many(() => wire.drip(start, piece, 40));
    expect(await othersWait()).toBeLessThan(PROMPT_MS);
    for (const { status, head, body } of await slow) {
      expect([408, null]).toContain(status);
      if (status === null) continue;
      expect(head).toContain('connection: close');
      expect(JSON.parse(body)).toEqual({ code: 'request.invalid', message: expect.any(String) });
    }
  });

  it('over everything, or over reading its answer, is closed', async () => {
    await many(() => wire.dial());
    const deaf = await many(() => wire.dial());
    for (const socket of deaf) socket.pause().write('GET /assets/big.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
    await expect.poll(() => wire.connections()).toBeGreaterThanOrEqual(deaf.length);
    expect(await othersWait()).toBeLessThan(PROMPT_MS);
    await nobodyIsLeft();
    wire.hangUp();
  });

  it('over a body without end is refused at 16 KiB and closed', async () => {
    const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
    const { status } = await wire.drip(`${POST}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(17)}`, piece, 20);
    expect(status).toBe(413);
    await nobodyIsLeft();
  });

  it('is waited for no longer than is said, in the service that people use', async () => {
    const ours = await createTestApp();
    expect(ours.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000, timeout: 30_000 });
    await ours.close();
  });
});

describe('what is no request', () => {
  it.each<[string, string | Uint8Array, readonly (number | null)[]]>([
    ['two lengths of a body', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ['two different lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}`, [400]],
    ['a length that is none', `${POST}Content-Length: -1\r\n\r\n{}`, [400]],
    ['a length beyond its body', `${POST}Content-Length: 50\r\n\r\n{}`, [400, 408, null]],
    ['a body beyond its length', `${POST}Content-Length: 2\r\n\r\n{}GET /healthz`, [400]],
    ['a chunk of a size that is none', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, [400]],
    ['chunks in disguise', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, [400]],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n', [400]],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c: d\r\n\r\n', [400]],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['a line feed in the path', 'GET /\n HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['HTTP/0.9', 'GET /\r\n\r\n', [400, 404]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['a tunnel', 'CONNECT db:5432 HTTP/1.1\r\nHost: db\r\n\r\n', [400, 404, null]],
    [
      'a hundred long headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${`A: ${'b'.repeat(8000)}\r\n`.repeat(100)}\r\n`,
      [431, null],
    ],
    ['a long path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [431]],
    ['a greeting of TLS', Buffer.from('16030100a5010000a10303', 'hex'), [400, null]],
    ['nothing but zeros', new Uint8Array(2000), [400, null]],
  ])('such as %s is refused, by the same headers as everything', async (_, bytes, expected) => {
    const { status, head, body } = await wire.say(bytes);
    expect(expected).toContain(status);
    if (head.includes('application/json')) {
      expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      expect(head.toLowerCase()).toMatch(/content-security-policy: default-src '(none|self)'/);
      expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
      expect(head.toLowerCase()).toContain('cache-control: no-store');
    }
    await wire.signOfLife();
  });

  it('never brings the service down, whatever the bytes are', async () => {
    const pieces = fc.constantFrom(
      'GET ',
      'POST ',
      'DELETE ',
      '/',
      '/auth/login',
      '/filters/new',
      '%',
      '?',
      '*',
      ' HTTP/1.1',
      ' HTTP/1.0',
      ' HTTP/9.9',
      '\r\n',
      '\r\n',
      '\r\n\r\n',
      '\n',
      '\r',
      'Host: x',
      'Content-Length: 2',
      'Content-Length: 99999999999999999999',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Connection: upgrade',
      'Upgrade: websocket',
      'Cookie: sid=%',
      'Authorization: tma x',
      'Content-Type: application/json',
      '{}',
      '[',
      '2\r\n{}\r\n',
      '0\r\n\r\n',
      '\0',
      '\x7f',
      'é',
      ':',
      ' ',
    );
    const requests = fc.sample(
      fc.array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string()), { maxLength: 14 }),
      400,
    );
    const line = requests.map((parts) => parts.join(''));
    const talk = async () => {
      for (let bytes = line.pop(); bytes !== undefined; bytes = line.pop()) {
        const { status } = await wire.say(bytes);
        expect([bytes, status === null || status < 500]).toEqual([bytes, true]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, talk));
    await wire.signOfLife();
  });
});

describe('a request that is one', () => {
  const login = '{"telegram_user_id":1,"initData":"x"}';
  const length = `Content-Length: ${login.length}\r\n`;

  it('may ask first whether its body is welcome', async () => {
    const { head, body } = await wire.say(`${POST}${length}Expect: 100-continue\r\n\r\n${login}`);
    expect(head).toBe('HTTP/1.1 100 Continue');
    expect(body).toMatch(/^HTTP\/1\.1 401 /);
    expect((await wire.say(`${POST}${length}Expect: the-moon\r\n\r\n${login}`)).status).toBe(417);
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'OPTIONS', 'M-SEARCH'])('by the method %s finds nothing', async (method) => {
    for (const target of ['/healthz', '/filters/new', '/admin/get/users'])
      expect((await wire.say(`${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(404);
  });

  it('that wants another protocol is answered in this one', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    expect((await wire.say(`GET /healthz HTTP/1.1\r\nHost: x\r\n${upgrade}`)).status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync(login)],
    ['gzip', gzipSync('x'.repeat(1_000_000))],
    ['br', login],
    ['deflate, identity', login],
  ])('packed as %s is not unpacked', async (encoding, payload) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await world.call({ method: 'POST', url: '/auth/login', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'request.unsupportedType']);
  });

  it.each([
    ['17 KiB', 'x'.repeat(17 * 1024), 413],
    ['1 MB', 'x'.repeat(1_000_000), 413],
    ['50,000 brackets', '['.repeat(50_000), 413],
    ['8,000 brackets', `${'['.repeat(8000)}${']'.repeat(8000)}`, 400],
  ])('of %s is refused', async (_, payload, status) => {
    const headers = { 'content-type': 'application/json' };
    for (const url of ['/auth/login', '/auth/signup', '/auth/register', '/auth/password-login'])
      expect((await world.call({ method: 'POST', url, headers, payload })).statusCode).toBe(status);
  });

  it('of a megabyte, sent through, ends early', async () => {
    const status = await new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 };
      const sent = request(`${wire.url}/auth/login`, { method: 'POST', headers, agent: false }, (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.on('error', () => {});
      sent.write('x'.repeat(1000));
    });
    expect(status).toBe(413);
  });
});
