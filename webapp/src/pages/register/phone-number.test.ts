import type { CountryCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { callingCode, isPhoneCountry, phoneFault, phoneToSend, written } from './phone-number.ts';

const phone = (phoneCountry: CountryCode, phoneNumber: string) => ({ phoneCountry, phoneNumber });

describe('what is wrong with a number', () => {
  it.each([
    ['LV', '26 123 456', null],
    ['LV', '26123456', null],
    ['LV', '(26) 123-456', null],
    ['LT', '0 612 34567', null],
    ['DE', '0151 23456789', null],
    ['US', '(613) 555-0123', null],
    ['LV', '+371 26123456', null],
    ['LV', '', 'user.phoneRequired'],
    ['LV', '  ', 'user.phoneRequired'],
    ['LV', '2612345', 'user.phoneLength'],
    ['LV', '261234567', 'user.phoneLength'],
    ['LV', '2612345a', 'user.phoneFormat'],
    ['LV', '٠٦١٢٣٤٥٦', 'user.phoneFormat'],
    ['LV', '26123456;ext=5', 'user.phoneFormat'],
    ['LV', '16123456', 'user.phoneInvalid'],
  ] as const)('%s %s: %s', (country, number, fault) => {
    expect(phoneFault(phone(country, number))).toBe(fault);
  });
});

it.each([
  ['LV', '26 123 456', '+371', '26123456'],
  ['DE', '0151 23456789', '+49', '15123456789'],
  ['IT', '06 1234 5678', '+39', '0612345678'],
  ['LV', '+370 612 34567', '+370', '61234567'],
] as const)('%s %s is sent as %s %s', (country, number, phoneCountryCode, phoneNumber) => {
  expect(phoneToSend(phone(country, number))).toEqual({ phoneCountryCode, phoneNumber });
});

describe('while it is written', () => {
  it('it falls into the groups of its country', () => {
    expect(written(phone('LV', '261234'), true).phoneNumber).toBe('26 123 4');
  });

  it('nothing moves under a caret in the middle of it', () => {
    expect(written(phone('LV', '26123'), false).phoneNumber).toBe('26123');
  });

  it('what is no number stays as it is', () => {
    expect(written(phone('LV', '26a'), true).phoneNumber).toBe('26a');
  });

  it('a whole number with its country chooses the country', () => {
    expect(written(phone('LV', '+37061234567'), true).phoneCountry).toBe('LT');
    expect(written(phone('LV', '+37061234567'), false).phoneNumber).not.toContain('+');
    expect(written(phone('LV', '+370612'), true)).toEqual(phone('LV', '+370612'));
  });
});

it('knows the countries that telephone', () => {
  expect(isPhoneCountry('LV')).toBe(true);
  expect(isPhoneCountry('AQ')).toBe(false);
  expect(isPhoneCountry('__proto__')).toBe(false);
  expect(callingCode('LV')).toBe('+371');
});
