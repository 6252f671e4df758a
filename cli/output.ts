import { CommanderError } from 'commander';
import { ConfigError } from '#core/config.ts';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import { DomainError } from '#core/errors.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The command line was understood by its grammar but makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot do what was asked: exit code 1 with this text. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Rows under their headings, numbers to the right. An empty list says so. */
export function table(rows: readonly Row[], empty: string): string {
  const first = rows[0];
  if (!first) return empty;
  const columns = Object.keys(first);
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const pad = (text: string, index: number) =>
    typeof first[columns[index] ?? ''] === 'number'
      ? text.padStart(widths[index] ?? 0)
      : text.padEnd(widths[index] ?? 0);
  return [columns, ...cells].map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

export const json = (value: unknown): string => JSON.stringify(value, null, 2);

const isConnectionFault = (code: unknown) =>
  typeof code === 'string' && /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28|3D|57P)/.test(code);

/** What a failed command says, in lines without a stack, and its exit code. */
export function explainFailure(error: unknown): { readonly lines: readonly string[]; readonly exitCode: number } {
  if (error instanceof UsageError) return { lines: [error.message], exitCode: EXIT.usage };
  // commander has printed its own line already; help and version are no failures.
  if (error instanceof CommanderError) return { lines: [], exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof ConfigError) return { lines: error.faults, exitCode: EXIT.failed };
  if (error instanceof DomainError) return { lines: [errorText(error.code, error.params)], exitCode: EXIT.failed };
  return { lines: [plainFailure(error)], exitCode: EXIT.failed };
}

function errorText(code: ErrorCode, params: DomainError['params']): string {
  const texts = createI18n(loadResources(), 'en').getFixedT('en', 'errors');
  return String(texts(code, params));
}

function plainFailure(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  if (isConnectionFault((cause as { code?: unknown } | null)?.code))
    return 'The database cannot be reached: check DATABASE_URL and that the server runs.';
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '';
}
