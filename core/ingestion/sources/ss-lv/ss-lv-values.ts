import type { DealType, Engine } from '#core/catalog/options.ts';
import { fold, keyOf } from '../known-words.ts';
import { isBlank, type Reading } from '../mapping.ts';
import { DEAL_TYPE_WORDS, ENGINE_LETTERS, ENGINE_WORDS } from './ss-lv-words.ts';

const MAX_PRICE = 100_000_000;
/** No car has run farther; larger figures are slips or jokes. */
const MAX_MILEAGE = 5_000_000;
const MAX_VOLUME = 20;
const EARLIEST_POST = Date.UTC(2000, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
/** A bare mileage is believed to be km on cars this young only, see `parseMileage`. */
const YOUNG_CAR_YEARS = 3;

function known<T>(value: T): Reading<T> {
  return { value, unknown: false };
}

const UNSTATED = { value: null, unknown: false } as const;
const UNKNOWN = { value: null, unknown: true } as const;

function within(value: number, min: number, max: number): Reading<number> {
  return value >= min && value <= max ? known(value) : UNKNOWN;
}

/** Digits in groups of three ("3,100", "4 700", "1.500") or without groups; cents are left out. */
const AMOUNT = /^(\d{1,3}(?:[ ,.'](?:\d{3}))+|\d+)(?:[.,]\d{1,2})?$/;

function wholeNumber(text: string): number | null {
  const digits = AMOUNT.exec(text.trim())?.[1]?.replace(/\D/g, '');
  return digits === undefined ? null : Number(digits);
}

export interface Offer {
  readonly price: Reading<number>;
  readonly dealType: DealType;
}

/** `3,100 €`, `9,500 €` with "maiņai" below it, or "pērku". An amount in another currency, or for a day, is no price. */
export function parseOffer(text: string): Offer {
  const [first = ''] = text.split('\n');
  const dealType = keyOf(text.replace(/[\d€]/g, ' ').trim(), DEAL_TYPE_WORDS) ?? 'sell';
  if (dealType === 'buy' || isBlank(first) || keyOf(first, DEAL_TYPE_WORDS)) return { price: UNSTATED, dealType };
  if (/€\s*\/|\/\s*(?:dien|men|ned|ден|сут|мес)/.test(fold(text))) return { price: UNSTATED, dealType: 'rent' };
  const amount = /^(?:€\s*([\d\s.,']+)|([\d\s.,']+)€)(?:\s*\*.*)?$/.exec(first.trim());
  const price = wholeNumber((amount?.[1] ?? amount?.[2] ?? '').replace(/\s+/g, ' '));
  return { price: price === null ? UNKNOWN : within(price, 1, MAX_PRICE), dealType };
}

/** A four-digit year, alone or before a month ("2007 marts"). Later than next year is no year of a car. */
export function parseYear(text: string, currentYear: number): Reading<number> {
  if (isBlank(text)) return UNSTATED;
  const year = /^(\d{4})(?!\d)/.exec(text.trim())?.[1];
  return year === undefined ? UNKNOWN : within(Number(year), 1900, currentYear + 1);
}

/**
 * Kilometres: `350 tūkst.` are thousands, `345 000 km` says what it is. A bare number stands on lists for nearly new
 * cars and can only be km there; on an older car it may as well be thousands, so it is not taken.
 */
export function parseMileage(text: string, year: number | null, currentYear: number): Reading<number> {
  if (isBlank(text)) return UNSTATED;
  const folded = fold(text);
  const thousands = /^(\d{1,4}(?:[.,]\d{1,3})?) ?(?:tukst|тыс)/.exec(folded)?.[1];
  if (thousands !== undefined) return within(Math.round(Number(thousands.replace(',', '.')) * 1000), 1, MAX_MILEAGE);
  const number = wholeNumber(folded.replace(/ ?(?:km|км)\.?$/, ''));
  if (number === null) return UNKNOWN;
  const plain = /(?:km|км)/.test(folded) || number >= 1000;
  const young = year !== null && year >= currentYear - YOUNG_CAR_YEARS;
  return plain || young ? within(number, 1, MAX_MILEAGE) : UNKNOWN;
}

export interface Motor {
  readonly volume: Reading<number>;
  readonly engine: Reading<Engine>;
}

function litres(text: string): Reading<number> {
  const match = /(\d{1,4}(?:[.,]\d{1,2})?)(?: ?(cm3|cm³|ccm|см3))?/.exec(text);
  if (!match?.[1]) return UNSTATED;
  const value = Number(match[1].replace(',', '.')) / (match[2] ? 1000 : 1);
  return within(Math.round(value * 10) / 10, 0.1, MAX_VOLUME);
}

/** The volume column of a list: `1.9D`, `1.6`, `2.5H`, `E`. */
export function parseVolumeColumn(text: string): Motor {
  if (isBlank(text)) return { volume: UNSTATED, engine: UNSTATED };
  const match = /^([\d.,]*) ?(cm3|cm³|ccm|см3)? ?([a-z]?)$/i.exec(text.trim().replace('Е', 'E'));
  if (!match) return { volume: UNKNOWN, engine: UNSTATED };
  const letter = (match[3] ?? '').toUpperCase();
  const engine = ENGINE_LETTERS[letter] ?? null;
  if (engine === 'electric') return { volume: UNSTATED, engine: known(engine) };
  return {
    volume: litres(`${match[1]}${match[2] ? ' cm3' : ''}`),
    engine: engine ? known(engine) : letter === '' ? UNSTATED : UNKNOWN,
  };
}

/** The engine of an ad's own page: `3.0 dīzelis`, or the fuel alone. An electric car has no volume. */
export function parseMotor(text: string): Motor {
  if (isBlank(text)) return { volume: UNSTATED, engine: UNSTATED };
  const folded = fold(text);
  const engine = ENGINE_WORDS.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
  const words = /[a-zа-я]{3,}/.test(folded);
  return {
    volume: engine === 'electric' ? UNSTATED : litres(folded),
    engine: engine ? known(engine) : words ? UNKNOWN : UNSTATED,
  };
}

/** `04.2027`, or a full date, as `MM.YYYY`; "Bez apskates" is no inspection and nothing unknown. */
export function parseCheckup(text: string): Reading<string> {
  if (isBlank(text) || /^(bez|nav|без|нет)/.test(fold(text))) return UNSTATED;
  const match = /^(?:\d{1,2}\.)?(\d{1,2})\.((?:19|20)\d{2})$/.exec(text.trim());
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= 12 ? known(`${String(month).padStart(2, '0')}.${match[2]}`) : UNKNOWN;
}

const RIGA_TIME = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Riga', timeZoneName: 'longOffset' });

function rigaOffsetMs(at: number): number {
  const name = RIGA_TIME.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [hours = 0, minutes = 0] = name.replace('GMT+', '').split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** `25.09.2026 11:03` by the clock in Riga, or a date alone; a date that cannot be is not stated. */
export function parsePosted(text: string, now: Date): Date | null {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\s+(\d{1,2}):(\d{2}))?$/.exec(text.trim());
  if (!match) return null;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const local = Date.UTC(year, month - 1, day, hour, minute);
  const valid = new Date(local).getUTCDate() === day && new Date(local).getUTCMonth() === month - 1 && hour < 24;
  const posted = local - rigaOffsetMs(local - rigaOffsetMs(local));
  return valid && posted >= EARLIEST_POST && posted <= now.getTime() + DAY_MS ? new Date(posted) : null;
}
