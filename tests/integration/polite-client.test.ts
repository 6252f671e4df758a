import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SourceError, type Urgency } from '#core/ingestion/ad-source.ts';
import { PoliteClient, type PoliteClientOptions } from '#core/ingestion/sources/polite-client.ts';
import { createTestClock } from '#tests/support/test-clock.ts';

type Site = Record<string, RequestListener>;

const servers: Server[] = [];
let requests: IncomingMessage[] = [];
let slept: number[] = [];
const clock = createTestClock();
const signal = () => AbortSignal.timeout(5000);

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('x');
const redirect = (location: string) => status(302, { location });

async function serve(site: Site): Promise<URL> {
  const missing = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push(request);
    (site[request.url ?? ''] ?? missing)(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

function createClient(base: URL, options: Partial<PoliteClientOptions> = {}): PoliteClient {
  return new PoliteClient({
    hosts: [base.host],
    allowPrivate: true,
    clock,
    sleep: async (ms) => {
      slept.push(ms);
      clock.advance(ms);
    },
    ...options,
  });
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.failure : String(error);
}

function paths(): (string | undefined)[] {
  return requests.map(({ url }) => url);
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  requests = [];
  slept = [];
});

describe('manners', () => {
  it('reads robots.txt once a day, names the product and pauses before every request', async () => {
    const base = await serve({ '/a': page('A'), '/b': page('B') });
    const client = createClient(base);
    const [a, b] = await Promise.all(['/a', '/b'].map((path) => client.get(new URL(path, base), { signal: signal() })));
    expect([a?.text, b?.text]).toEqual(['A', 'B']);
    expect(paths()).toEqual(['/robots.txt', '/a', '/b']);
    expect(slept).toEqual([2000, 2000]);
    expect(requests[1]?.headers['user-agent']).toContain('Vanags');
    clock.advance(25 * 60 * 60 * 1000);
    await client.get(new URL('/a', base), { signal: signal() });
    expect(paths().slice(3)).toEqual(['/robots.txt', '/a']);
  });

  it('obeys robots.txt and its delay, and asks for nothing that is out of bounds', async () => {
    const robots = 'User-agent: Vanags\nCrawl-delay: 10\nDisallow: /private/\n\nUser-agent: *\nDisallow: /';
    const base = await serve({ '/robots.txt': page(robots), '/a': page('A') });
    const client = createClient(base, { forbiddenPaths: [/^\/photo\//] });
    expect(await failureOf(client.get(new URL('/private/x', base), { signal: signal() }))).toBe('refused');
    expect(await failureOf(client.get(new URL('/photo/x', base), { signal: signal() }))).toBe('refused');
    await client.get(new URL('/a', base), { signal: signal() });
    expect(paths()).toEqual(['/robots.txt', '/a']);
    expect(slept).toEqual([10_000]);
  });

  it('reads no page of a site whose robots.txt fails, and starts again when it comes', async () => {
    const site: Site = { '/robots.txt': status(500), '/a': page('A') };
    const base = await serve(site);
    const client = createClient(base);
    expect(await failureOf(client.get(new URL('/a', base), { signal: signal() }))).toBe('unavailable');
    expect(paths()).toEqual(['/robots.txt']);
    site['/robots.txt'] = status(404);
    expect((await client.get(new URL('/a', base), { signal: signal() })).text).toBe('A');
  });

  it('lets news overtake the backlog, also while the backlog waits out its pause', async () => {
    const base = await serve({ '/first': page('x'), '/old': page('x'), '/new': page('x'), '/newer': page('x') });
    const pauses: (() => void)[] = [];
    const client = createClient(base, {
      sleep: (ms) =>
        new Promise((resolve) => {
          pauses.push(() => {
            clock.advance(ms);
            resolve();
          });
        }),
    });
    const ask = (path: string, urgency: Urgency) => client.get(new URL(path, base), { signal: signal(), urgency });
    /** Ends the pauses that are waited out, as they come, until the work is done. */
    const unhurried = async (work: Promise<unknown>) => {
      let done = false;
      const ended = work.finally(() => {
        done = true;
      });
      while (!done) {
        for (const end of pauses.splice(0)) end();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await ended;
    };
    await unhurried(ask('/first', 'news'));
    const old = ask('/old', 'backlog');
    await unhurried(Promise.all([ask('/new', 'news'), ask('/newer', 'news')]));
    await unhurried(old);
    expect(paths()).toEqual(['/robots.txt', '/first', '/new', '/newer', '/old']);

    const next = ask('/old', 'soon');
    await unhurried(Promise.all([ask('/new', 'news'), next, next.then(() => ask('/newer', 'news'))]));
    expect(paths().slice(5)).toEqual(['/new', '/old', '/newer']);
  });

  it('keeps half of the budget for news', async () => {
    const base = await serve({ '/a': page('A') });
    const client = createClient(base, { budgetPerHour: 4 });
    const ask = (urgency: 'news' | 'backlog') => client.get(new URL('/a', base), { signal: signal(), urgency });
    await ask('backlog');
    expect(await failureOf(ask('backlog'))).toBe('refused');
    await ask('news');
    await ask('news');
    expect(await failureOf(ask('news'))).toBe('refused');
  });

  it('stays within the budget of an hour', async () => {
    const base = await serve({ '/a': page('A') });
    const client = createClient(base, { budgetPerHour: 2 });
    await client.get(new URL('/a', base), { signal: signal() });
    expect(await failureOf(client.get(new URL('/a', base), { signal: signal() }))).toBe('refused');
    clock.advance(60 * 60 * 1000);
    expect((await client.get(new URL('/a', base), { signal: signal() })).state).toBe('found');
  });

  it.each([429, 503])('keeps away for as long as a %d asks', async (code) => {
    const site: Site = { '/a': status(code, { 'retry-after': '120' }) };
    const base = await serve(site);
    const client = createClient(base);
    expect(await failureOf(client.get(new URL('/a', base), { signal: signal() }))).toBe('unavailable');
    site['/a'] = page('A');
    const asked = requests.length;
    expect(await failureOf(client.get(new URL('/a', base), { signal: signal() }))).toBe('unavailable');
    expect(requests).toHaveLength(asked);
    clock.advance(121_000);
    expect((await client.get(new URL('/a', base), { signal: signal() })).text).toBe('A');
  });

  it('asks only for what changed, and in full again after a while', async () => {
    const answer: RequestListener = (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : page('A', { etag: '"1"' })(request, response);
    const base = await serve({ '/a': answer });
    const client = createClient(base);
    const read = async () => (await client.get(new URL('/a', base), { signal: signal(), conditional: true })).state;
    expect([await read(), await read()]).toEqual(['found', 'notModified']);
    clock.advance(5 * 60 * 1000);
    expect(await read()).toBe('found');
    expect((await client.get(new URL('/a', base), { signal: signal() })).state).toBe('found');
  });
});

describe('redirects', () => {
  it('follows a few on the same host and says where they led', async () => {
    const base = await serve({ '/a': redirect('/b'), '/b': redirect('c'), '/c': page('C') });
    const found = await createClient(base).get(new URL('/a', base), { signal: signal() });
    expect([found.url.pathname, found.text]).toEqual(['/c', 'C']);
  });

  it('follows no loop, no other host and nothing that robots.txt forbids', async () => {
    const other = await serve({ '/x': page('X') });
    const base = await serve({
      '/robots.txt': page('User-agent: *\nDisallow: /no'),
      '/loop': redirect('/loop'),
      '/other': redirect(new URL('/x', other).href),
      '/file': redirect('file:///etc/passwd'),
      '/to-no': redirect('/no'),
      '/no': page('no'),
    });
    const client = createClient(base);
    const follow = (path: string) => failureOf(client.get(new URL(path, base), { signal: signal() }));
    expect(await follow('/loop')).toBe('unavailable');
    expect(await follow('/other')).toBe('refused');
    expect(await follow('/file')).toBe('refused');
    expect(await follow('/to-no')).toBe('refused');
    expect(paths()).not.toContain('/x');
    expect(paths()).not.toContain('/no');
  });
});

describe('bad answers', () => {
  it('opens no connection to this machine unless it may', async () => {
    const base = await serve({ '/a': page('A') });
    const strict = createClient(base, { allowPrivate: false });
    expect(await failureOf(strict.get(new URL('/a', base), { signal: signal() }))).toBe('refused');
    const local = new PoliteClient({ hosts: ['localhost'], clock, delayMs: 0 });
    expect(await failureOf(local.get(new URL('https://localhost/'), { signal: signal() }))).toBe('unavailable');
    const named = createClient(base);
    for (const href of [
      `http://user@${base.host}/a`,
      `ftp://${base.host}/a`,
      'http://2130706433/a',
      'http://[::1]/a',
    ]) {
      expect(await failureOf(named.get(new URL(href), { signal: signal() }))).toBe('refused');
    }
    expect(requests).toEqual([]);
  });

  it('reads at most so many bytes, also of a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('x'.repeat(64_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    const base = await serve({ '/bomb': page(bomb, { 'content-encoding': 'gzip' }), '/endless': endless });
    const client = createClient(base, { maxBytes: 1024 * 1024 });
    expect(await failureOf(client.get(new URL('/bomb', base), { signal: signal() }))).toBe('layout');
    expect(await failureOf(client.get(new URL('/endless', base), { signal: signal() }))).toBe('layout');
  });

  it('reads compressed pages and other charsets', async () => {
    const base = await serve({
      '/gzip': page(gzipSync('Rīga'), { 'content-encoding': 'gzip' }),
      '/baltic': page(Buffer.from([0xc2, 0xe2]), { 'content-type': 'text/html; charset=windows-1257' }),
      '/broken': page(gzipSync('Rīga').subarray(0, 15), { 'content-encoding': 'gzip' }),
    });
    const client = createClient(base);
    expect((await client.get(new URL('/gzip', base), { signal: signal() })).text).toBe('Rīga');
    expect((await client.get(new URL('/baltic', base), { signal: signal() })).text).toBe('Āā');
    expect(await failureOf(client.get(new URL('/broken', base), { signal: signal() }))).toBe('unavailable');
  });

  it.each([
    ['another type', page('{}', { 'content-type': 'application/json' }), 'layout'],
    ['a strange status', status(206), 'layout'],
    ['no entry', status(403), 'refused'],
    ['an error', status(502), 'unavailable'],
    ['a broken connection', (request: IncomingMessage) => request.socket.destroy(), 'unavailable'],
    ['silence', () => undefined, 'unavailable'],
  ])('%s is a failure', async (_name, answer, failure) => {
    const base = await serve({ '/a': answer as RequestListener });
    const client = createClient(base, { timeoutMs: 200 });
    expect(await failureOf(client.get(new URL('/a', base), { signal: signal() }))).toBe(failure);
  });

  it('gives what is not there as missing, and an abort as the abort', async () => {
    const base = await serve({ '/silent': () => undefined });
    const client = createClient(base);
    expect((await client.get(new URL('/gone', base), { signal: signal() })).state).toBe('missing');
    const stop = new AbortController();
    const waiting = failureOf(client.get(new URL('/silent', base), { signal: stop.signal }));
    stop.abort('stopped');
    expect(await waiting).toBe('stopped');
  });
});
