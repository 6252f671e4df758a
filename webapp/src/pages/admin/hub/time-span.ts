export type SpanUnit = 'seconds' | 'minutes' | 'hours' | 'days';

const UNITS: readonly (readonly [SpanUnit, number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
];

/** How long something took or waits, in whole parts of the largest unit that fills one. */
export function timeSpan(seconds: number): { readonly value: number; readonly unit: SpanUnit } {
  const whole = Math.max(0, Math.round(seconds));
  for (const [unit, length] of UNITS) if (whole >= length) return { value: Math.floor(whole / length), unit };
  return { value: whole, unit: 'seconds' };
}

/** Seconds between two moments. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
