import { BRANDS, type Model, OTHER_MODEL } from './brands.ts';

export interface RecognisedCar {
  readonly brand: string;
  /** null when the title names the make only. */
  readonly model: string | null;
}

interface Found<T> {
  readonly value: T;
  /** Index of the first word behind the name. */
  readonly end: number;
}

/** Names have fewer words; the rest of a longer text is read, but not joined to them. */
const MAX_NAME_WORDS = 6;
/** How far behind the make, or behind "3 Series", a title may name the model. */
const MODEL_REACH = 4;
/** Longer texts are no names and no titles. */
const MAX_TEXT_LENGTH = 500;

/** Cyrillic letters that look like Latin ones: sellers mix the keyboards, also within a word. */
const LOOK_ALIKES = new Map([...'авекмнорстухіѕј'].map((letter, at) => [letter, [...'abekmhopctyxisj'][at] ?? letter]));

const OTHER_WORDS = new Set(['citi', 'cits', 'cita', 'another', 'other', 'другой', 'другая', 'другие'].map(spelling));

const BRAND_SPELLINGS: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(({ key, name, aliases }) => [key, name, ...aliases].map((text) => [spelling(text), key] as const)),
);
const EVERYDAY_BRANDS: ReadonlySet<string> = new Set(BRANDS.filter(({ everyday }) => everyday).map(({ key }) => key));
const MODEL_SPELLINGS: ReadonlyMap<string, ReadonlyMap<string, Model>> = new Map(
  BRANDS.map(({ key, models }) => [key, new Map(models.flatMap(modelSpellings))]),
);

/**
 * The form in which names are compared: case, accents, punctuation, spaces and the keyboard of look-alike letters do
 * not count ("Cr-v" is "CR V", "Škoda" is "Skoda"), a decimal point does ("2.0" is not "20").
 */
export function spelling(text: string): string {
  return wordsOf(text).join('');
}

/** The brand key that a text begins with: a section of a URL, a table cell, "Iveco 35c13". null when it is none. */
export function recogniseBrand(text: string): string | null {
  return longestAt(BRAND_SPELLINGS, wordsOf(text), 0)?.value ?? null;
}

/**
 * The model key that a text begins with; the make may be repeated before it. `other` when the text says so ("Citi",
 * "another", "-") or is not in the catalogue; null when it says nothing or the make is unknown.
 */
export function recogniseModel(brandKey: string, text: string): string | null {
  const names = MODEL_SPELLINGS.get(brandKey);
  if (!names || text.trim() === '') return null;
  const words = wordsOf(text);
  const whole = words.join('');
  if (OTHER_WORDS.has(whole)) return OTHER_MODEL;
  const make = longestAt(BRAND_SPELLINGS, words, 0);
  const behindMake = make?.value === brandKey ? modelAt(brandKey, words, make.end) : undefined;
  // The whole text comes first: "MB100" is a model, not model "100" of "MB".
  return (names.get(whole) ?? behindMake ?? modelAt(brandKey, words, 0))?.key ?? OTHER_MODEL;
}

/** The first car that a free text names, make first ("… Lexus LS 400 …"); null when it names none. */
export function recogniseInTitle(title: string): RecognisedCar | null {
  const words = wordsOf(title);
  for (let at = 0; at < words.length; at += 1) {
    const brand = longestAt(BRAND_SPELLINGS, words, at);
    if (!brand) continue;
    // "Range Rover Sport" and "Niva" name the make and the model at once.
    const next = modelAt(brand.value, words, brand.end) ?? modelAt(brand.value, words, at);
    if (EVERYDAY_BRANDS.has(brand.value) && (!next || isSingleDigit(next))) continue;
    return { brand: brand.value, model: (next ?? distantModel(brand.value, words, brand.end))?.key ?? null };
  }
  return null;
}

function wordsOf(text: string): string[] {
  const plain = text.slice(0, MAX_TEXT_LENGTH).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const latin = plain.replace(/[авекмнорстухіѕј]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
  return (latin.match(/\p{N}+(?:[.,]\p{N}+)?|\p{L}+/gu) ?? []).map((word) => word.replace(',', '.'));
}

function modelSpellings(model: Model): [string, Model][] {
  if (model.key === OTHER_MODEL) return [];
  return [model.key, model.name, ...model.aliases].map((text) => [spelling(text), model]);
}

function longestAt<T>(names: ReadonlyMap<string, T>, words: readonly string[], from: number): Found<T> | undefined {
  let found: Found<T> | undefined;
  let text = '';
  for (let at = from; at < Math.min(words.length, from + MAX_NAME_WORDS); at += 1) {
    text += words[at];
    const value = names.get(text);
    if (value !== undefined) found = { value, end: at + 1 };
  }
  return found;
}

/** The model named at a word; for "E klase E220" the member of the group that follows. */
function modelAt(brandKey: string, words: readonly string[], from: number): Model | undefined {
  const names = MODEL_SPELLINGS.get(brandKey) ?? new Map<string, Model>();
  const found = longestAt(names, words, from);
  if (!found?.value.unstated) return found?.value;
  for (let at = found.end; at < found.end + MODEL_REACH; at += 1) {
    const member = longestAt(names, words, at)?.value;
    if (member && member.group === found.value.group && !member.unstated) return member;
  }
  return found.value;
}

/** A model a few words behind the make. Bare numbers do not count there: they may be a year, a price, a power. */
function distantModel(brandKey: string, words: readonly string[], from: number): Model | undefined {
  for (let at = from; at < from + MODEL_REACH; at += 1) {
    const model = modelAt(brandKey, words, at);
    if (model && /\p{L}/u.test(model.name) && model.name.length > 1) return model;
  }
  return undefined;
}

function isSingleDigit(model: Model): boolean {
  return /^\d$/.test(spelling(model.name));
}
