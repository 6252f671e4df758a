import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const SCRIPT = 'export const hawk = "Vanags";\n'.repeat(100);
const STYLE = 'body{color:red}\n';

let folder: string;
let world: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-assets-'));
  const assets = path.join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(path.join(folder, 'index.html'), '<html><head></head></html>');
  writeFileSync(path.join(folder, 'index.html.br'), brotliCompressSync('<html></html>'));
  writeFileSync(path.join(assets, 'main-4f3a.js'), SCRIPT);
  writeFileSync(path.join(assets, 'main-4f3a.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(path.join(assets, 'main-4f3a.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(assets, 'main-77aa.css'), STYLE);
  world = await createTestApp({ staticDir: folder });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => world.call({ url, headers });

describe('a file of the mini app', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const)('comes to who accepts "%s" as %s', async (accepted, encoding, decode) => {
    const answer = await get('/assets/main-4f3a.js', { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
      etag: expect.any(String),
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(decode(answer.rawPayload).toString()).toBe(SCRIPT);
  });

  it('is named by a tag of its own in each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await get('/assets/main-4f3a.js', { 'accept-encoding': encoding })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const again = await get('/assets/main-4f3a.js', { 'accept-encoding': 'br', 'if-none-match': String(tags[0]) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('that has no compressed form comes as it is', async () => {
    const answer = await get('/assets/main-77aa.css', { 'accept-encoding': 'br, gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toBe(STYLE);
  });

  it.each(['/assets/gone-1234.js', '/assets/main-4f3a.js.br', '/assets/main-4f3a.js.gz', '/index.html.br', '/assets/'])(
    'is not found at %s',
    async (url) => {
      const answer = await get(url, { 'accept-encoding': 'br, gzip' });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('request.notFound');
    },
  );
});
