import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import type { ErrorCode } from '#core/contracts/error-codes.ts';

/** A number as it is being written, and the country that it is read in. */
export interface WrittenPhone {
  readonly phoneCountry: CountryCode;
  readonly phoneNumber: string;
}

/** Digits with what people put between them. */
const NUMBER = /^\+?[\d\s().\-/]*$/;

/** Whether the country is one that telephones. */
export function isPhoneCountry(country: string): country is CountryCode {
  return isSupportedCountry(country);
}

/** Like `+371`. */
export function callingCode(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`;
}

/** What is wrong with the number before it is sent. */
export function phoneFault({ phoneCountry, phoneNumber }: WrittenPhone): ErrorCode | null {
  if (phoneNumber.trim() === '') return 'user.phoneRequired';
  if (!NUMBER.test(phoneNumber.trim())) return 'user.phoneFormat';
  if (validatePhoneNumberLength(phoneNumber, phoneCountry) !== undefined) return 'user.phoneLength';
  return parsePhoneNumberFromString(phoneNumber, phoneCountry)?.isValid() ? null : 'user.phoneInvalid';
}

/** The number as the server wants it: without what is dialled in front of it at home. */
export function phoneToSend({ phoneCountry, phoneNumber }: WrittenPhone) {
  const parsed = parsePhoneNumberFromString(phoneNumber, phoneCountry);
  return {
    phoneCountryCode: parsed ? `+${parsed.countryCallingCode}` : callingCode(phoneCountry),
    phoneNumber: parsed?.nationalNumber ?? phoneNumber.trim(),
  };
}

/**
 * What was typed, in the groups of its country. A number that begins with its country, as a browser fills it in, chooses
 * the country.
 * @param isTyping the caret stands at the end of a text that grew; else nothing moves under the caret.
 */
export function written(phone: WrittenPhone, isTyping: boolean): WrittenPhone {
  const { phoneCountry, phoneNumber } = phone;
  if (phoneNumber.trim().startsWith('+')) return withItsCountry(phone);
  if (!isTyping || !NUMBER.test(phoneNumber)) return phone;
  return { phoneCountry, phoneNumber: new AsYouType(phoneCountry).input(phoneNumber) };
}

function withItsCountry(phone: WrittenPhone): WrittenPhone {
  const parsed = parsePhoneNumberFromString(phone.phoneNumber);
  if (parsed?.country === undefined || !parsed.isValid()) return phone;
  return { phoneCountry: parsed.country, phoneNumber: parsed.formatNational() };
}
