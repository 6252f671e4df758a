import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const DOCUMENT = read('docs/reliability.md').split('\n');

/** What docs/reliability.md answers for: each number has a line, and each line names the tests that show it. */
const TABLES = [
  { of: 'promises', prefix: 'R', last: 20 },
  { of: 'attacks', prefix: 'S', last: 80 },
  { of: 'bad inputs', prefix: '', last: 125 },
] as const;

interface Line {
  readonly number: string;
  readonly what: string;
  readonly answer: string;
  readonly where: string;
}

function linesOf(prefix: string): Line[] {
  const isRow = new RegExp(`^\\| ${prefix}\\d+ \\|`);
  return DOCUMENT.filter((line) => isRow.test(line)).map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    return { number: cells[0] ?? '', what: cells[1] ?? '', answer: cells[2] ?? '', where: cells.at(-1) ?? '' };
  });
}

/** `unit/` names a test beside its code, `e2e/` one in a browser, `long/` and `chaos/` those folders of tests. */
function testFile(name: string): string {
  if (name.startsWith('unit/')) return `${name.slice('unit/'.length)}.test.ts`;
  if (name.startsWith('e2e/')) return `tests/${name}.spec.ts`;
  return name.includes('/') ? `tests/${name}.test.ts` : `tests/integration/${name}.test.ts`;
}

describe.each(TABLES)('the table of $of', ({ prefix, last }) => {
  const lines = linesOf(prefix);

  it('has a line for each', () => {
    expect(lines.map(({ number }) => number)).toEqual(
      Array.from({ length: last }, (_, step) => `${prefix}${step + 1}`),
    );
  });

  it.each(lines)('$number: $what', ({ answer, where }) => {
    if (where === '–') return expect(answer).toMatch(/^Not kept/);
    for (const entry of where.split('<br>')) {
      const [, file = '', name = ''] = /^`([\w/.-]+)` › (.+)$/.exec(entry) ?? [];
      const path = testFile(file);
      const source = read(path);
      const titles = ["'", '"'].map((quote) => `${quote}${name}${quote}`);
      expect(
        titles.filter((title) => source.includes(title)),
        `${path} › ${name}`,
      ).toHaveLength(1);
    }
  });
});
