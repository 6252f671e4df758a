import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** The attacks that docs/security.md answers for. */
const RANGES = [
  [1, 25],
  [30, 46],
  [50, 50],
  [53, 53],
  [65, 75],
] as const;
const EXPECTED = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, step) => `S${first + step}`),
);

const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| S\d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

it('the table of attacks has a line for each', () => {
  expect(rows.map(([number]) => number)).toEqual(EXPECTED);
});

it.each(rows)('%s: %s', (_number, _attack, _answer, where = '') => {
  for (const entry of where.split('<br>')) {
    const [, file = '', name = ''] = /^`([\w/-]+)` › (.+)$/.exec(entry) ?? [];
    const path = file.startsWith('e2e/') ? `tests/${file}.spec.ts` : `tests/integration/${file}.test.ts`;
    const titles = ["'", '"'].map((quote) => `${quote}${name}${quote}`);
    const source = read(path);
    expect(
      titles.filter((title) => source.includes(title)),
      `${path} › ${name}`,
    ).toHaveLength(1);
  }
});
