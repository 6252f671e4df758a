import { countCharacters } from './characters.ts';
import type { ErrorCode } from './error-codes.ts';

export const MIN_USERNAME_LENGTH = 4;
export const MAX_USERNAME_LENGTH = 12;
export const MIN_PASSWORD_CHARACTERS = 8;
/** A longer one would cost the server time and protects nobody better. */
export const MAX_PASSWORD_CHARACTERS = 128;

/** What is wrong with a username as far as its letters tell; which words and names are refused, the server knows. */
export function usernameFault(username: string): ErrorCode | null {
  if (username === '') return 'user.usernameRequired';
  if (!/^[A-Za-z0-9_-]*$/.test(username) || !/[A-Za-z0-9]/.test(username)) return 'user.usernameCharacters';
  const { length } = username;
  return length < MIN_USERNAME_LENGTH || length > MAX_USERNAME_LENGTH ? 'user.usernameLength' : null;
}

/** What is wrong with a new password by itself; which ones are too common, the server knows. */
export function passwordFault(password: string): ErrorCode | null {
  if (password === '') return 'user.passwordRequired';
  // Half a letter; `isWellFormed` would tell, but older phones lack it.
  if (/[\0\p{Cs}]/u.test(password)) return 'user.passwordCharacters';
  const characters = countCharacters(password);
  if (characters < MIN_PASSWORD_CHARACTERS) return 'user.passwordTooShort';
  return characters > MAX_PASSWORD_CHARACTERS ? 'user.passwordTooLong' : null;
}
