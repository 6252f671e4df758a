import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { lookupPublic } from './public-address.ts';

export interface HttpGetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Largest body in bytes, after decompression. */
  readonly maxBytes: number;
  /** Lets the request reach this machine and local networks. */
  readonly allowPrivate: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The answer is larger than we read. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return response;
  const createDecoder = DECODERS.get(encoding);
  if (!createDecoder) throw new Error(`unknown content encoding ${encoding}`);
  // A broken connection destroys the decoder too, where whoever reads from it sees the error.
  return pipeline(response, createDecoder(), () => undefined);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(response)) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function openRequest(url: URL, options: HttpGetOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http;
    const request = get(
      url,
      {
        headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
        signal: options.signal,
        ...(options.allowPrivate ? {} : { lookup: lookupPublic }),
      },
      resolve,
    );
    request.on('error', reject);
  });
}

/** One GET without redirects, cache or retries; whatever is wrong with the connection or the body is thrown. */
export async function httpGet(url: URL, options: HttpGetOptions): Promise<HttpAnswer> {
  const response = await openRequest(url, options);
  try {
    const body = await readBody(response, options.maxBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  } finally {
    response.destroy();
  }
}
