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
  const lines = rows.map(({ name, summary: s }) => {
    const times = [s.p50, s.p95, s.p99, s.worst].map((value) => `${Math.round(value)} ms`);
    return `| ${[name, s.samples, ...times].join(' | ')} |`;
  });
  return ['| | samples | median | p95 | p99 | worst |', '|---|---|---|---|---|---|', ...lines].join('\n');
}
