import { type Logger, pino } from 'pino';
import { loggableError } from './loggable-error.ts';

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
      serializers: { err: loggableError },
      hooks: {
        // An error that is logged without words would lend the line its own message, values and all.
        logMethod(words, log) {
          if (words.length === 1 && carriesError(words[0])) log.call(this, words[0], 'error');
          else log.apply(this, words);
        },
      },
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
}

function carriesError(logged: unknown): boolean {
  return logged instanceof Error || (logged as { err?: unknown } | null)?.err instanceof Error;
}
