import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

/** What a person sees as one character counts as one. */
const MAX_NAME_CHARACTERS = 15;
const MAX_NAME_UNITS = 60;

const BLANK = String.raw`[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]+`;
const EDGES = new RegExp(`^${BLANK}|${BLANK}$`, 'gu');
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu;
/** Control characters, line breaks, halves of surrogate pairs, and marks that turn the direction of the text. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}]/u;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The name of a filter as it is stored: composed, without blanks or invisible marks at its ends. */
export const filterNameSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'filter.nameEmpty' : undefined) })
  .transform((name) => name.normalize('NFC').replace(EDGES, ''))
  .superRefine((name, context) => {
    const fault = nameFault(name);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

function nameFault(name: string): ErrorCode | null {
  if (name.replace(INVISIBLE, '') === '') return 'filter.nameEmpty';
  if (REFUSED.test(name)) return 'filter.nameCharacters';
  if (name.length > MAX_NAME_UNITS || [...CHARACTERS.segment(name)].length > MAX_NAME_CHARACTERS)
    return 'filter.nameTooLong';
  return null;
}

/** Two names of one user are the same name when their keys are: case and invisible marks do not tell them apart. */
export function filterNameKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
