import { countCharacters } from '#core/contracts/characters.ts';
import type { CliDeps } from './deps.ts';
import { plainJson, plainLines, startOf } from './plain-text.ts';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What a reading command was asked for. */
export interface Shown {
  readonly json?: boolean;
}

/** Longer texts are cut in tables, on a terminal and in a pipe alike; JSON has the whole. */
const CELL_CHARACTERS = 60;

/** Prints a list: as JSON where that was asked for, else as a table, or `empty` where there is nothing. */
export function printRows(
  deps: CliDeps,
  { json }: Shown,
  list: { readonly rows: readonly Row[]; readonly empty: string; readonly data?: unknown },
): void {
  if (json) deps.print(plainJson(list.data ?? list.rows));
  else deps.print(list.rows.length === 0 ? list.empty : table(list.rows, deps.bold));
}

/** Prints one thing, field by field; `text` stands whole below them, in its own lines. */
export function printDetails(
  deps: CliDeps,
  { json }: Shown,
  thing: { readonly fields: Row; readonly text?: string; readonly data?: unknown },
): void {
  if (json) {
    deps.print(plainJson(thing.data ?? thing.fields));
    return;
  }
  const width = Math.max(...Object.keys(thing.fields).map((field) => field.length));
  const lines = Object.entries(thing.fields).map(([field, value]) =>
    `${deps.bold(field.padEnd(width))}  ${cell(value)}`.trimEnd(),
  );
  deps.print([...lines, ...(thing.text === undefined ? [] : ['', plainLines(thing.text)])].join('\n'));
}

/** Rows under their headings, numbers to the right. */
function table(rows: readonly Row[], bold: (text: string) => string): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => cell(row[column])));
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => countCharacters(line[index] ?? ''))),
  );
  const pad = (text: string, index: number) => {
    const blanks = ' '.repeat((widths[index] ?? 0) - countCharacters(text));
    return isNumber[index] ? blanks + text : text + blanks;
  };
  const lineOf = (texts: readonly string[]) => texts.map(pad).join('  ').trimEnd();
  return [bold(lineOf(columns)), ...cells.map(lineOf)].join('\n');
}

const cell = (value: Row[string] | undefined) => startOf(String(value ?? ''), CELL_CHARACTERS);
