import { expect, it } from 'vitest';
import { markdownTable, summarise, tableOf, timeText } from './summary.ts';

it('takes the percentiles from the samples themselves', () => {
  const samples = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect(summarise(samples)).toEqual({ samples: 200, p50: 100, p95: 190, p99: 198, worst: 200 });
});

it('takes the worst for the 99th percentile of few samples', () => {
  expect(summarise([3, 1, 2])).toEqual({ samples: 3, p50: 2, p95: 3, p99: 3, worst: 3 });
});

it.each([
  [0.000_008_4, '8.4 ns'],
  [0.00131, '1.3 µs'],
  [0.0452, '45 µs'],
  [0.9999, '1.0 ms'],
  [1.24, '1.2 ms'],
  [9.96, '10 ms'],
  [2907.4, '2,907 ms'],
  [12_345, '12 s'],
])('says %d ms as %s', (ms, text) => expect(timeText(ms)).toBe(text));

it('writes tables of the document', () => {
  expect(markdownTable(['', 'a'], [['b', '1']])).toBe('| | a |\n|---|---|\n| b | 1 |');
  const summary = summarise([1_000, 60]);
  expect(tableOf([{ name: 'calls', summary }])).toContain('| calls | 2 | 60 ms | 1,000 ms | 1,000 ms | 1,000 ms |');
});
