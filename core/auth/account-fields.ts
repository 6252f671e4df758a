import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { z } from 'zod';
import { passwordFault, usernameFault } from '../contracts/account-rules.ts';
import { cleanText, isInvisible } from '../contracts/characters.ts';
import type { ErrorCode } from '../contracts/error-codes.ts';
import { InvalidInputError } from '../errors.ts';
import { cleanFirstName } from '../users/user-service.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isInappropriate } from './inappropriate-words.ts';
import { isReserved } from './reserved-names.ts';

/** Longest address that mail can be sent to. */
const MAX_EMAIL_LENGTH = 254;
const addressSchema = z.email().max(MAX_EMAIL_LENGTH);

const CALLING_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

/** A new username as it is stored, and folded for comparison. @throws InvalidInputError user.username… with field username */
export function readUsername(written: string): { username: string; usernameKey: string } {
  const fault = usernameFault(written) ?? nameFault(written);
  if (fault) throw new InvalidInputError(fault, { field: 'username' });
  return { username: written, usernameKey: written.toLowerCase() };
}

function nameFault(username: string): ErrorCode | null {
  if (isReserved(username)) return 'user.usernameReserved';
  return isInappropriate(username) ? 'user.usernameInappropriate' : null;
}

/** A username as it is looked up: folded, never refused. What can be nobody's username folds to the empty text. */
export function usernameKeyOf(written: string): string {
  const username = written.trim();
  return /^[A-Za-z0-9_-]+$/.test(username) ? username.toLowerCase() : '';
}

/** A new password, checked by all rules. @throws InvalidInputError user.password… with field password or confirmPassword */
export function readPassword(password: string, confirmation: string): string {
  const fault = passwordFault(password) ?? (isCommonPassword(password) ? 'user.passwordCommon' : null);
  if (fault) throw new InvalidInputError(fault, { field: 'password' });
  if (password.normalize('NFC') !== confirmation.normalize('NFC'))
    throw new InvalidInputError('user.passwordMismatch', { field: 'confirmPassword' });
  return password;
}

/** @throws InvalidInputError user.emailRequired or user.emailInvalid with field email */
export function readEmail(written: string): { email: string; emailKey: string } {
  if (cleanText(written) === '') throw new InvalidInputError('user.emailRequired', { field: 'email' });
  const email = emailIn(written);
  if (email === null) throw new InvalidInputError('user.emailInvalid', { field: 'email' });
  return { email, emailKey: email.toLowerCase() };
}

/** The e-mail address without the blanks around it; null: it is none. */
export function emailIn(written: string): string | null {
  const email = cleanText(written);
  return /\p{Cc}/u.test(written) || !addressSchema.safeParse(email).success ? null : email;
}

/** The number in E.164. @throws InvalidInputError user.phone… with field phoneNumber or phoneCountryCode */
export function readPhone(countryCode: string, number: string): string {
  const code = readCallingCode(countryCode);
  const written = withoutCode(cleanText(number), code);
  if (written === '') throw new InvalidInputError('user.phoneRequired', { field: 'phoneNumber' });
  if (/[^\d ()-]/.test(written) || !/\d/.test(written))
    throw new InvalidInputError('user.phoneFormat', { field: 'phoneNumber' });
  const country = { defaultCallingCode: code, extract: false } as const;
  const parsed = parsePhoneNumberFromString(written, country);
  if (parsed?.isValid()) return parsed.number;
  const isLengthWrong = /^(TOO_SHORT|TOO_LONG|INVALID_LENGTH)$/.test(validatePhoneNumberLength(written, country) ?? '');
  throw new InvalidInputError(isLengthWrong ? 'user.phoneLength' : 'user.phoneInvalid', { field: 'phoneNumber' });
}

/** A browser fills a number in with its country, which then stands there twice. */
function withoutCode(number: string, code: string): string {
  return number.startsWith(`+${code}`) ? number.slice(code.length + 1) : number;
}

/** The code of a country without its plus. */
function readCallingCode(written: string): string {
  const field = 'phoneCountryCode';
  const code = cleanText(written);
  if (code === '') throw new InvalidInputError('user.phoneRequired', { field });
  if (!/^\+\d{1,3}$/.test(code)) throw new InvalidInputError('user.phoneFormat', { field });
  if (!CALLING_CODES.has(code.slice(1))) throw new InvalidInputError('user.phoneInvalid', { field });
  return code.slice(1);
}

/** @throws InvalidInputError user.firstNameRequired with field firstName */
export function readFirstName(written: string): string {
  const firstName = cleanFirstName(written);
  if (isInvisible(firstName)) throw new InvalidInputError('user.firstNameRequired', { field: 'firstName' });
  return firstName;
}
