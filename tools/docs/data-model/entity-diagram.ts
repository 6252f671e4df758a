import type { Chapter } from './meanings.ts';
import { LOOSE_RELATIONS } from './meanings.ts';
import type { Column, Table } from './tables.ts';

/** One chapter as a Mermaid diagram. Tables of other chapters that are named stand there with their key alone. */
export function entityDiagram(chapter: Chapter, tables: ReadonlyMap<string, Table>): string {
  const own = Object.entries(chapter.tables).map(([name, { columns }]) => ({ table: tableOf(tables, name), columns }));
  const relations = own.flatMap(({ table }) => relationsOf(table));
  const neighbours = [...new Set(relations.map(({ to }) => to))].filter((name) => !(name in chapter.tables)).sort();
  const boxes = [
    ...own.map(({ table, columns }) => box(table, columns)),
    ...neighbours.map((name) => box(tableOf(tables, name), [])),
  ];
  return ['```mermaid', 'erDiagram', ...relations.map(({ line }) => `  ${line}`), ...boxes, '```'].join('\n');
}

function tableOf(tables: ReadonlyMap<string, Table>, name: string): Table {
  const table = tables.get(name);
  if (!table) throw new Error(`tools/docs/data-model/meanings.ts tells of a table ${name}, which does not exist`);
  return table;
}

function relationsOf({ name, columns }: Table): { readonly to: string; readonly line: string }[] {
  const byKey = columns.flatMap((column) =>
    column.refersTo ? [{ to: column.refersTo, line: line(name, column, column.refersTo) }] : [],
  );
  const loose = LOOSE_RELATIONS.filter(({ from }) => from === name).map(({ column, to }) => ({
    to,
    line: `${to} |o..o{ ${name} : ${column}`,
  }));
  return [...byKey, ...loose];
}

function line(name: string, column: Column, to: string): string {
  const one = column.isNullable ? '|o' : '||';
  return `${to} ${one}--${column.isUnique ? '||' : 'o{'} ${name} : ${column.name}`;
}

function box({ name, columns }: Table, wanted: readonly string[]): string {
  const missing = wanted.filter((column) => !columns.some((known) => known.name === column));
  if (missing.length > 0) throw new Error(`the table ${name} has no ${missing.join(', ')}`);
  const loose = new Set(LOOSE_RELATIONS.filter(({ from }) => from === name).map(({ column }) => column));
  const isNamed = (column: Column) => column.refersTo !== null || loose.has(column.name);
  const shown = columns
    .filter((column) => column.isKey || wanted.includes(column.name) || (wanted.length > 0 && isNamed(column)))
    .map((column) => `    ${column.type} ${column.name}${marks(column)}`);
  return [`  ${name} {`, ...shown, '  }'].join('\n');
}

function marks({ isKey, refersTo }: Column): string {
  const known = [isKey ? 'PK' : '', refersTo ? 'FK' : ''].filter(Boolean);
  return known.length > 0 ? ` ${known.join(', ')}` : '';
}
