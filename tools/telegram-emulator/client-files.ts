import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves the chat page and its files as they lie on the disk, so that a reload shows a change. */
export async function sendClientFile(response: ServerResponse, pathname: string): Promise<void> {
  const file = pathname === '/' ? 'client.html' : /^\/client\/[a-z-]+\.(?:js|css|svg)$/.exec(pathname)?.[0].slice(1);
  const content = file && (await readIfThere(path.join(import.meta.dirname, file)));
  if (!file || !content) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  response.writeHead(200, { 'content-type': types[path.extname(file)], 'cache-control': 'no-cache' }).end(content);
}

/** The type of an uploaded picture, by its first bytes. */
export function imageType(content: Buffer): string {
  if (content.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png';
  if (content.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp';
  return content.subarray(0, 5).toString('latin1').startsWith('<') ? 'image/svg+xml' : 'image/jpeg';
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
