import { cleanText, countCharacters, foldText, hasUnwritable, isInvisible } from '../contracts/characters.ts';
import type { ErrorCode } from '../contracts/error-codes.ts';
import { MAX_PROBLEM_CHARACTERS, MIN_PROBLEM_CHARACTERS } from '../contracts/problem.ts';
import { InvalidInputError } from '../errors.ts';

/** The description as it is stored. @throws InvalidInputError problem.empty, .characters, .tooShort or .tooLong */
export function problemText(written: string): string {
  const text = cleanText(written);
  const fault = faultOf(text);
  if (fault) throw new InvalidInputError(fault);
  return text;
}

function faultOf(text: string): ErrorCode | null {
  if (isInvisible(text)) return 'problem.empty';
  if (hasUnwritable(text)) return 'problem.characters';
  const characters = countCharacters(text);
  if (characters < MIN_PROBLEM_CHARACTERS) return 'problem.tooShort';
  return characters > MAX_PROBLEM_CHARACTERS ? 'problem.tooLong' : null;
}

/** Two descriptions that differ in case, blanks or invisible marks alone fold to the same. */
export function foldProblem(text: string): string {
  return foldText(text).replace(/\s+/gu, ' ');
}
