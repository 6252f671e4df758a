import type { Command } from 'commander';
import { parseId } from './arguments.ts';
import type { CliDeps } from './deps.ts';
import { UsageError } from './failures.ts';

const DEFAULT_ROWS = 100;
const MOST_ROWS = 10_000;

export interface PageOptions {
  readonly limit: string;
  readonly after?: string;
}

export const limited = (command: Command) =>
  command.option('--limit <count>', `at most so many rows, up to ${MOST_ROWS}`, String(DEFAULT_ROWS));

/** Options of a list that goes on after the place which its last page named. */
export const paged = (command: Command) =>
  limited(command).option('--after <place>', 'go on there; the end of a list that has more names the place');

export function parseLimit(text: string): number {
  const limit = parseId(text, 'a count');
  if (limit > MOST_ROWS) throw new UsageError(`--limit is at most ${MOST_ROWS}.`);
  return limit;
}

export function readPage({ limit, after }: PageOptions): { limit: number; cursor?: string } {
  return { limit: parseLimit(limit), ...(after === undefined ? {} : { cursor: after }) };
}

/** Says that there is more, beside the output: what reads a list in a pipe gets rows alone. */
export function noteMore(
  deps: CliDeps,
  page: { readonly shown: number; readonly total: number; readonly next: string | number | null },
): void {
  if (page.next !== null) deps.printError(`${page.shown} of ${page.total}; go on with --after ${page.next}`);
}
