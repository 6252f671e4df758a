import type { BadRow, ListedAd, ListPage } from '../ad-source.ts';
import { cleanText } from './clean-text.ts';
import { keyOf, type Words } from './known-words.ts';

/** Enough to see what a value was about. */
const REPORTED_LENGTH = 40;
/** Nothing stated. */
const BLANK = /^-?$/;

/** What a text says: a value, nothing, or something that we do not understand. */
export type Reading<T> = { readonly value: T | null; readonly unknown: boolean };

/** An ad in our keys. */
export interface Mapped<T> {
  readonly ad: T;
  /** Values that were stated and have no key of ours, as `field:value`. */
  readonly unknown: readonly string[];
}

export type Collector = ReturnType<typeof unknownCollector>;

export function isBlank(text: string): boolean {
  return BLANK.test(text.trim());
}

/** Collects what could not be mapped while an ad is put together. */
export function unknownCollector() {
  const unknown: string[] = [];
  const report = (field: string, text: string) => {
    unknown.push(`${field}:${cleanText(text, REPORTED_LENGTH) ?? ''}`);
  };
  return {
    unknown,
    report,
    take<T>(field: string, text: string, reading: Reading<T>): T | null {
      if (reading.unknown) report(field, text);
      return reading.value;
    },
    key<Key>(field: string, text: string, words: Words<Key>): Key | null {
      const key = keyOf(text, words);
      if (key === null && !isBlank(text)) report(field, text);
      return key;
    },
  };
}

/** The rows of a list page in our keys, with every unknown value and how often it came up. */
export function listContents(
  mapped: readonly Mapped<ListedAd>[],
  badRows: readonly BadRow[],
): Pick<ListPage, 'ads' | 'badRows' | 'unknownValues'> {
  const unknownValues: Record<string, number> = {};
  for (const value of mapped.flatMap(({ unknown }) => unknown)) unknownValues[value] = (unknownValues[value] ?? 0) + 1;
  return { ads: mapped.map(({ ad }) => ad), badRows, unknownValues };
}
