import { type Logger, pino } from 'pino';

export type { Logger };

/** Names of fields that must never reach a log line, wherever they stand in the logged object. */
const SECRETS = [
  'cookie',
  'authorization',
  'initData',
  'hash',
  'password',
  'phone',
  'email',
  'token',
  'secret',
  'code',
];

/** One JSON line per event in UTC; children carry the ids of their area. */
export function createLogger(level: string, destination: NodeJS.WritableStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
}
