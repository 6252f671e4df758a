import type { TFunction } from 'i18next';

/** The texts of the filters in one language. */
export type FilterTexts = TFunction<['filters']>;

/** Two bounds of which either may be missing. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** A number with its unit; where two share it, the first stands without. */
export interface Measure {
  readonly unit: string;
  readonly format: (value: number) => string;
}

/** A fact and its unit never part at the end of a line. */
const NO_BREAK = '\u00a0';

/** "5 000–15 000 €", "līdz 15 000 €", "no 5 000 €"; null without bounds. */
export function rangeText({ min, max }: Range, { unit, format }: Measure, t: FilterTexts): string | null {
  const measured = (value: number) => format(value) + NO_BREAK + unit;
  if (min !== null && max !== null) return min === max ? measured(min) : `${format(min)}–${measured(max)}`;
  if (min !== null) return t('filters:summary.from', { value: measured(min) });
  return max === null ? null : t('filters:summary.to', { value: measured(max) });
}

/** "2015–2018", "no 2015", "līdz 2018"; null without bounds. */
export function yearsText({ min, max }: Range, t: FilterTexts): string | null {
  if (min !== null && max !== null) return min === max ? String(min) : `${min}–${max}`;
  if (min !== null) return t('filters:summary.fromYear', { year: min });
  return max === null ? null : t('filters:summary.toYear', { year: max });
}
