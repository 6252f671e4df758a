import type { FastifyInstance, FastifyRequest } from 'fastify';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON is the only body there is, as it is: what is packed could become any size. An empty one is none; bytes that are
 * not UTF-8 are refused, not replaced.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isPacked(request)) return done(refusal('body is packed', 415));
    const text = decode(body as Buffer);
    if (text === null) return done(refusal('body is not UTF-8', 400));
    if (text === '') return done(null, undefined);
    void parseJson(request, text, done);
  });
}

function isPacked({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

function refusal(reason: string, statusCode: number): Error {
  return Object.assign(new Error(reason), { statusCode });
}

function decode(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
