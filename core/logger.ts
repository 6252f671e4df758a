import { type Logger, pino } from 'pino';
import { loggableError } from './loggable-error.ts';

export type { Logger };

/** Names of fields that must never reach a log line, wherever they stand in the logged object and however spelt. */
const SECRETS = [
  'cookie',
  'setCookie',
  'authorization',
  'xTelegramBotApiSecretToken',
  'initData',
  'hash',
  'password',
  'confirmPassword',
  'currentPassword',
  'passwordHash',
  'phone',
  'phoneNumber',
  'email',
  'token',
  'tokenHash',
  'botToken',
  'secret',
  'code',
];
const FOLDED_SECRETS = new Set(SECRETS.map(folded));
const HIDDEN = '[redacted]';
/** Nothing that is logged is deeper, but for what leads back to itself. */
const MAX_DEPTH = 8;

type Fields = Record<string, unknown>;

/** One JSON line per event in UTC; children carry the ids of their area. */
export function createLogger(level: string, destination: NodeJS.WritableStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggableError },
      formatters: { log: withoutSecrets },
      // What a child carries along passes no formatter.
      redact: { paths: SECRETS, censor: HIDDEN },
      hooks: {
        // An error that is logged without words would lend the line its own message, values and all.
        logMethod(words, log) {
          if (words.length === 1 && carriesError(words[0])) log.call(this, words[0], 'error');
          else log.apply(this, words);
        },
      },
    },
    destination,
  );
}

function carriesError(logged: unknown): boolean {
  return logged instanceof Error || (logged as { err?: unknown } | null)?.err instanceof Error;
}

/** A copy; what is no plain object, such as an error or a request, is left to its serializer. */
function withoutSecrets(fields: object, depth = 0): Fields {
  const shown: Fields = {};
  for (const [name, value] of Object.entries(fields)) shown[name] = isSecret(name) ? HIDDEN : shownOf(value, depth);
  return shown;
}

function shownOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((member) => shownOf(member, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? withoutSecrets(value, depth + 1) : value;
}

function isSecret(name: string): boolean {
  return FOLDED_SECRETS.has(folded(name));
}

function folded(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}
