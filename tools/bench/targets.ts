import { markdownTable } from './summary.ts';

/** A figure that was to be reached, and the one that the run saw. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
  /** What the run saw that tells why a figure was missed: a sentence. */
  readonly profile?: string;
}

interface Limit {
  readonly what: string;
  readonly limit: number;
  readonly value: number;
  readonly text: (value: number) => string;
  readonly profile?: string;
}

export function atMost({ limit, value, text, ...rest }: Limit): Target {
  return { ...rest, wanted: `at most ${text(limit)}`, measured: text(value), isMet: value <= limit };
}

export function atLeast({ limit, value, text, ...rest }: Limit): Target {
  return { ...rest, wanted: `at least ${text(limit)}`, measured: text(value), isMet: value >= limit };
}

/** A table of all, and below it what the run saw about those that were missed. */
export function targetsText(targets: readonly Target[]): string {
  const table = markdownTable(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ what, wanted, measured, isMet }) => [what, wanted, measured, isMet ? 'met' : '**missed**']),
  );
  const missed = targets.filter(({ isMet, profile }) => !isMet && profile);
  const profiles = [...Map.groupBy(missed, ({ profile }) => profile)].map(
    ([profile, of]) => `- ${of.map(({ what }) => what).join('; ')}: ${profile}`,
  );
  return profiles.length === 0 ? table : [table, '', 'Of those that were missed:', '', ...profiles].join('\n');
}
