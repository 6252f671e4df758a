/** What stands at the top of a page that nobody edits. */
export const GENERATED = '<!-- Made by `npm run docs`; edit what it is made of. -->';

/** A Markdown table; what would end a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Parts with an empty line between them, and a newline at the end. */
export const page = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`;
