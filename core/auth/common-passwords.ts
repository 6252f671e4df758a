import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD_CHARACTERS } from '../contracts/account-rules.ts';

/** How many of the passwords that people use most are refused; shorter ones are refused anyway and do not count. */
const REFUSED = 3000;

const COMMON = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MIN_PASSWORD_CHARACTERS)
    .slice(0, REFUSED)
    .map((password) => password.toLowerCase()),
);

/** Whether the password is among those that are tried first, in small or capital letters. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
