/** What many samples come to, in milliseconds. */
export interface Summary {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly worst: number;
}

export function summarise(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1) };
}

/** A table of the document, a line for each thing that was measured. */
export function tableOf(rows: readonly { readonly name: string; readonly summary: Summary }[]): string {
  return markdownTable(
    ['', 'samples', 'median', 'p95', 'p99', 'worst'],
    rows.map(({ name, summary: s }) => [name, many(s.samples), ...[s.p50, s.p95, s.p99, s.worst].map(timeText)]),
  );
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Milliseconds in the unit that fits: `8.4 ns`, `45 µs`, `1.2 ms`, `2,907 ms`, `12 s`. */
export function timeText(ms: number): string {
  if (ms >= 9_999.5) return `${digits(ms / 1_000)} s`;
  if (ms >= 0.9995) return `${digits(ms)} ms`;
  return ms >= 0.000_999_5 ? `${digits(ms * 1_000)} µs` : `${digits(ms * 1_000_000)} ns`;
}

function digits(value: number): string {
  return value >= 9.95 ? many(Math.round(value)) : value.toFixed(1);
}

/** A count as it is written in the document: `850,126`. */
export function many(count: number): string {
  return count.toLocaleString('en');
}
