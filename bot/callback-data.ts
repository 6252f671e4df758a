import { LOCALES, type Locale } from '#core/i18n/locales.ts';

/** What a button switches: an ad's hiding, or a filter, on an alert or in the list. */
export type SwitchKind = 'hide' | 'alertFilter' | 'listFilter';

const LETTER: Record<SwitchKind, string> = { hide: 'h', alertFilter: 'f', listFilter: 'l' };

/** `f:12:0` = filter 12 off. It names the state to reach, so that a second press changes nothing. At most 64 bytes. */
export function switchData(kind: SwitchKind, id: number, on: boolean): string {
  return `${LETTER[kind]}:${id}:${on ? 1 : 0}`;
}

/** 15 digits are always a safe integer. */
export function switchPattern(kind: SwitchKind): RegExp {
  return new RegExp(`^${LETTER[kind]}:([1-9]\\d{0,14}):([01])$`);
}

export interface SwitchTarget {
  readonly id: number;
  readonly on: boolean;
}

/** Reads what `switchPattern` has matched. */
export function readSwitch(match: string | RegExpMatchArray): SwitchTarget {
  return { id: Number(match[1]), on: match[2] === '1' };
}

export function languageData(locale: Locale): string {
  return `g:${locale}`;
}

export const LANGUAGE_PATTERN = new RegExp(`^g:(${LOCALES.join('|')})$`);
