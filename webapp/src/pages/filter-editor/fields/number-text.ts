import { formatVolume, formatWhole } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';

/** What a number measures: whole euros, a year, litres with one decimal, whole kilometres. */
export type NumberKind = 'price' | 'year' | 'volume' | 'mileage';

/** Stands for a text that is no number of its kind. It is within no range, and no contract takes it. */
export const UNREADABLE = Number.NaN;

/** More digits than a number holds exactly. */
const MAX_CHARACTERS = 15;
const BLANKS_AND_UNIT = /[\s'’]|(?:€|eur|km|l)$/giu;
const GROUPED = /^-?\d{1,3}(?:[.,]\d{3})+$/;
const WHOLE = /^-?\d+(?:[.,]0{0,2})?$/;
/** One decimal; the sign before it may still lack it while it is typed. */
const TENTHS = /^-?(?:\d+(?:[.,]\d?0*)?|[.,]\d0*)$/;

/**
 * The number that a person wrote: comma or point as the decimal sign, thousands grouped in any way or not at all.
 * null when nothing is written, `UNREADABLE` when it is no number of its kind. Whether it makes sense is not asked here.
 */
export function parseNumber(text: string, kind: NumberKind): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(BLANKS_AND_UNIT, '');
  if (plain === '') return null;
  const digits = isGrouped(plain, kind) ? plain.replace(/[.,]/g, '') : plain.replace(',', '.');
  const pattern = kind === 'volume' ? TENTHS : WHOLE;
  if (digits.length > MAX_CHARACTERS || !pattern.test(digits)) return UNREADABLE;
  return Number(digits) || 0;
}

function isGrouped(text: string, kind: NumberKind): boolean {
  return (kind === 'price' || kind === 'mileage') && GROUPED.test(text);
}

/** As it is read: `15 000`, `2017`, `1,6`. Empty for an unset or unreadable one. */
export function formatNumber(value: number | null, kind: NumberKind, locale: Locale): string {
  if (value === null || Number.isNaN(value)) return '';
  if (kind === 'year') return String(value);
  return kind === 'volume' ? formatVolume(value, locale) : formatWhole(value);
}

/** How a measure is written. */
interface MeasureFormat {
  readonly kind: NumberKind;
  readonly unit: string | undefined;
  readonly locale: Locale;
}

/** With its unit, from which it never parts: `15 000 €`. Empty for an unset or unreadable one. */
export function formatMeasure(value: number | null, { kind, unit, locale }: MeasureFormat): string {
  const number = formatNumber(value, kind, locale);
  return number === '' || unit === undefined ? number : `${number}\u00a0${unit}`;
}
