import { emailIn } from '../auth/account-fields.ts';
import { cleanText, countCharacters, hasUnwritable } from '../contracts/characters.ts';
import { MAX_COMMENT_CHARACTERS } from '../contracts/feedback.ts';
import { InvalidInputError } from '../errors.ts';

/** The address as it is stored; it may be empty. @throws InvalidInputError feedback.emailInvalid */
export function feedbackEmail(written: string): string {
  if (cleanText(written) === '') return '';
  const email = emailIn(written);
  if (email === null) throw new InvalidInputError('feedback.emailInvalid', { field: 'email' });
  return email;
}

/** The comment as it is stored; it may be empty. @throws InvalidInputError feedback.characters or .commentTooLong */
export function feedbackComment(written: string): string {
  const comment = cleanText(written);
  if (hasUnwritable(comment)) throw new InvalidInputError('feedback.characters', { field: 'comment' });
  if (countCharacters(comment) > MAX_COMMENT_CHARACTERS)
    throw new InvalidInputError('feedback.commentTooLong', { field: 'comment' });
  return comment;
}
