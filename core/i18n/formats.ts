import type { Locale } from './locales.ts';

/** A fact and its unit never part at the end of a line. */
const NO_BREAK = '\u00a0';
const DECIMAL_SIGN: Record<Locale, string> = { lv: ',', en: '.', ru: ',' };

/** `12900` → `12 900`; the same grouping in all three languages. */
export function formatWhole(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, NO_BREAK);
}

/** `12900` → `12 900 €`. */
export function formatPrice(euros: number): string {
  return `${formatWhole(euros)}${NO_BREAK}€`;
}

/** `158000` → `158 000 km`. */
export function formatMileage(kilometres: number, unit: string): string {
  return `${formatWhole(kilometres)}${NO_BREAK}${unit}`;
}

/** `2` → `2,0` (lv, ru) or `2.0` (en). */
export function formatVolume(litres: number, locale: Locale): string {
  return litres.toFixed(1).replace('.', DECIMAL_SIGN[locale]);
}

/** A label as it stands within a sentence: `Diesel` → `diesel`; an abbreviation such as `LPG` stays. */
export function inSentence(label: string): string {
  const [first = '', second = ''] = label;
  return second === second.toLowerCase() ? first.toLowerCase() + label.slice(1) : label;
}

/** `a, b or c`. */
export function formatChoice(names: readonly string[], locale: Locale): string {
  // British English writes no comma before the "or".
  return new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'disjunction' }).format(names);
}

/** `14:05`, of a moment in a time zone. */
export function formatClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

const RIGA = 'Europe/Riga';

/** `20 Nov, 14:05`, of a moment in a time zone; in Riga's where this machine does not know it. */
export function formatMoment(at: Date, locale: Locale, timeZone: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const inZone = (zone: string) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...parts, timeZone: zone }).format(at);
  try {
    return inZone(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return inZone(RIGA);
  }
}
