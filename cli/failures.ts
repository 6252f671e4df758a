import { CommanderError } from 'commander';
import { ConfigError } from '#core/config.ts';
import { DomainError } from '#core/errors.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, atSignal: 130 } as const;

/** The command line was understood by its grammar but makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot do what was asked: exit code 1 with this text. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

interface Failure {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** What a failed command says, in lines without a stack, and its exit code. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { lines: [error.message], exitCode: EXIT.usage };
  // commander has printed its own line already; help and version are no failures.
  if (error instanceof CommanderError) return { lines: [], exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof ConfigError) return { lines: error.faults, exitCode: EXIT.failed };
  if (error instanceof DomainError) return refusal(error);
  return { lines: [plainFailure(error)], exitCode: EXIT.failed };
}

/** What the services check themselves, as the command line calls it. */
const OPTION_OF_FIELD: Readonly<Record<string, string>> = {
  cursor: '--after names no place in this list.',
  search: '--search has characters that nothing can hold.',
};

function refusal({ code, params }: DomainError): Failure {
  const option = code === 'request.invalid' ? OPTION_OF_FIELD[String(params.field)] : undefined;
  if (option) return { lines: [option], exitCode: EXIT.usage };
  const texts = createI18n(loadResources(), 'en').getFixedT('en', 'errors');
  return { lines: [String(texts(code, params))], exitCode: EXIT.failed };
}

/** Codes of Node and of PostgreSQL by how they begin. */
const DATABASE_FAULTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_|57P|08)/,
    'The database cannot be reached: check DATABASE_URL and that the server runs.',
  ],
  [/^28/, 'The database refuses the log-in: check user and password in DATABASE_URL.'],
  [/^3D/, 'There is no such database: check the name in DATABASE_URL.'],
  [/^53300/, 'The database has no free connection: try again in a moment.'],
  [/^42(P01|703)/, 'The schema of the database is not up to date: run "migrate".'],
];

function plainFailure(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = String((cause as { code?: unknown } | null)?.code ?? '');
  const known = DATABASE_FAULTS.find(([codes]) => codes.test(code));
  return known?.[1] ?? (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '';
}
