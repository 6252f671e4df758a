import type { FastifyInstance } from 'fastify';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** JSON is the only body there is. An empty one is none; bytes that are not UTF-8 are refused, not replaced. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body as Buffer);
    if (text === null) return done(Object.assign(new Error('body is not UTF-8'), { statusCode: 400 }));
    if (text === '') return done(null, undefined);
    void parseJson(request, text, done);
  });
}

function decode(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
