import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import type { i18n } from 'i18next';
import type { Config } from '#core/config.ts';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import { DEFAULT_LOCALE } from '#core/i18n/locales.ts';
import { bareHeaders } from './plugins/security-headers.ts';

/** What the parser of HTTP says of somebody who takes too long, and of headers that are too many. */
const STATUS_OF_FAULT: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
const CODE_OF_STATUS = { 400: 'request.invalid', 408: 'request.invalid', 431: 'request.tooLarge' } as const satisfies {
  [status: number]: ErrorCode;
};

/** Answers what is no request, or none in time, in the form of every other refusal, and closes the connection. */
export function createConnectionRefusal(config: Config, texts: i18n) {
  const say = texts.getFixedT(DEFAULT_LOCALE, 'errors');
  return function refuse(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_OF_FAULT[error.code ?? ''] ?? 400;
    const code = CODE_OF_STATUS[status];
    this.log.trace({ err: error }, 'connection refused');
    if (socket.writable) socket.write(answer(status, { code, message: say(code) }, bareHeaders(config)));
    socket.destroy(error);
  };
}

function answer(status: number, body: object, headers: Readonly<Record<string, string>>): string {
  const text = JSON.stringify(body);
  const lines = {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`;
}
