import * as z from 'zod/mini';
import { cleanText, countCharacters, foldText, isInvisible } from './characters.ts';
import type { ErrorCode } from './error-codes.ts';

/** What a person sees as one character counts as one. */
export const MAX_NAME_CHARACTERS = 15;
/** In UTF-16 units: a single character can be very long. */
export const MAX_NAME_UNITS = 60;

/** Control characters, line breaks, halves of surrogate pairs, and marks that turn the direction of the text. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}]/u;

/** The name of a filter as it is stored: composed, without blanks or invisible marks at its ends. */
export const filterNameSchema = z.pipe(
  z.string({ error: ({ input }) => (input === undefined ? 'filter.nameEmpty' : undefined) }),
  z.pipe(
    z.transform(cleanText),
    z.string().check(({ value, issues }) => {
      const fault = nameFault(value);
      if (fault) issues.push({ code: 'custom', message: fault, input: value });
    }),
  ),
);

function nameFault(name: string): ErrorCode | null {
  if (isInvisible(name)) return 'filter.nameEmpty';
  if (REFUSED.test(name)) return 'filter.nameCharacters';
  if (name.length > MAX_NAME_UNITS || countCharacters(name) > MAX_NAME_CHARACTERS) return 'filter.nameTooLong';
  return null;
}

/** Two names of one user are the same name when their keys are. */
export function filterNameKey(name: string): string {
  return foldText(name);
}
