import { hasUnwritable } from '../contracts/characters.ts';
import { InvalidInputError } from '../errors.ts';

/** What to look for, of what somebody wrote into a search; empty: everything. @throws InvalidInputError request.invalid */
export function searchText(written: string): string {
  const text = written.normalize('NFC').trim();
  if (hasUnwritable(text)) throw new InvalidInputError('request.invalid', { field: 'search' });
  return text;
}

/** SQL that finds the text, its one question mark, in a column, whatever its case; `%` finds a percent sign. */
export function containing(column: string): string {
  return `position(lower(?) in lower(${column})) > 0`;
}
