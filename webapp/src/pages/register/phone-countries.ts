import { type CountryCode, getCountries } from 'libphonenumber-js/min';
import type { Locale } from '#core/i18n/locales.ts';
import { callingCode } from './phone-number.ts';

/** Where nearly everybody's number comes from. */
const FIRST: readonly CountryCode[] = ['LV', 'LT', 'EE'];

export interface PhoneCountry {
  readonly country: CountryCode;
  /** In the language of the page. */
  readonly name: string;
  /** Like `+371`. */
  readonly code: string;
}

/** Every country that telephones: the Baltic ones, then the others as a dictionary of the language has them. */
export function phoneCountries(locale: Locale): PhoneCountry[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const described = (country: CountryCode) => ({
    country,
    name: names.of(country) ?? country,
    code: callingCode(country),
  });
  const { compare } = new Intl.Collator(locale);
  const others = getCountries().filter((country) => !FIRST.includes(country));
  return [...FIRST.map(described), ...others.map(described).sort((a, b) => compare(a.name, b.name))];
}
