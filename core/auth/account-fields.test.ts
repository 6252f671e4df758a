import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors.ts';
import {
  emailIn,
  readEmail,
  readFirstName,
  readPassword,
  readPhone,
  readUsername,
  usernameKeyOf,
} from './account-fields.ts';

/** Code and field of the refusal; null when there is none. */
function refusal(read: () => unknown): [code: string, field: unknown] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.params.field];
  }
}

describe('a username', () => {
  it('is stored as it was written and compared without case', () => {
    expect(readUsername('Anna_B-2')).toEqual({ username: 'Anna_B-2', usernameKey: 'anna_b-2' });
    expect(readUsername('abcd').username).toBe('abcd');
    expect(readUsername('abcdefghijkl').username).toBe('abcdefghijkl');
  });

  it.each([
    ['', 'user.usernameRequired'],
    ['abc', 'user.usernameLength'],
    ['abcdefghijklm', 'user.usernameLength'],
    ['a b c', 'user.usernameCharacters'],
    [' anna', 'user.usernameCharacters'],
    ['ābols', 'user.usernameCharacters'],
    ['анна', 'user.usernameCharacters'],
    ['----', 'user.usernameCharacters'],
    ['_-_-', 'user.usernameCharacters'],
    ['anna😀', 'user.usernameCharacters'],
    ['anna\0', 'user.usernameCharacters'],
    ['anna\n', 'user.usernameCharacters'],
    ['\u212Aate', 'user.usernameCharacters'],
    ['admin', 'user.usernameReserved'],
    ['Ad_M-in', 'user.usernameReserved'],
    ['4dm1n', 'user.usernameReserved'],
    ['r00t', 'user.usernameReserved'],
    ['rooot', 'user.usernameReserved'],
    ['he1p', 'user.usernameReserved'],
    ['lnfo', 'user.usernameReserved'],
    ['TELEGRAM', 'user.usernameReserved'],
    ['vanags', 'user.usernameReserved'],
    ['f_u-c_k', 'user.usernameInappropriate'],
    ['b1at', 'user.usernameInappropriate'],
  ])('%j is refused: %s', (username, code) => {
    expect(refusal(() => readUsername(username))).toEqual([code, 'username']);
  });

  it.each(['Vanaga', 'Vanagsone', 'badminton', 'infra', 'rooter', 'Helpi', 'teleg'])('%s is free', (username) => {
    expect(refusal(() => readUsername(username))).toBeNull();
  });

  it('is looked up with the blanks and capitals that a keyboard adds', () => {
    expect(usernameKeyOf(' Anna_B ')).toBe('anna_b');
  });

  it.each(['', '  ', 'a b', 'a\0b', 'ābols', '\u212Aate', '%', "' or 1=1"])(
    '%j is looked up as nobody’s',
    (written) => {
      expect(usernameKeyOf(written)).toBe('');
    },
  );
});

describe('a new password', () => {
  it.each([
    'ab12cd34',
    'a'.repeat(64),
    'x'.repeat(128),
    '😀😀😀😀😀😀😀😀',
    'kalna ābele',
    '        ',
    'tab\tand\nline',
    `${'a'.repeat(72)}b`,
  ])('may be %j', (password) => {
    expect(readPassword(password, password)).toBe(password);
  });

  it.each([
    ['', 'user.passwordRequired'],
    ['ab12cd3', 'user.passwordTooShort'],
    ['😀😀😀😀😀😀😀', 'user.passwordTooShort'],
    ['x'.repeat(129), 'user.passwordTooLong'],
    ['ab12cd34\0', 'user.passwordCharacters'],
    ['ab12cd34\ud800', 'user.passwordCharacters'],
    ['password', 'user.passwordCommon'],
    ['PassWord', 'user.passwordCommon'],
    ['12345678', 'user.passwordCommon'],
    ['qwertyuiop', 'user.passwordCommon'],
  ])('%j is refused: %s', (password, code) => {
    expect(refusal(() => readPassword(password, password))).toEqual([code, 'password']);
  });

  it('is confirmed, in whatever parts the second keyboard writes its letters', () => {
    expect(refusal(() => readPassword('ab12cd34', 'ab12cd35'))).toEqual(['user.passwordMismatch', 'confirmPassword']);
    expect(refusal(() => readPassword('ābolsābols', 'ābolsābols'.normalize('NFD')))).toBeNull();
  });
});

describe('an e-mail address', () => {
  it('is kept as it was written and compared without case', () => {
    expect(readEmail(' Anna.B+auto@Example.LV ')).toEqual({
      email: 'Anna.B+auto@Example.LV',
      emailKey: 'anna.b+auto@example.lv',
    });
    expect(emailIn(`${'a'.repeat(245)}@inbox.lv`)).not.toBeNull();
  });

  it.each(['', '  '])('%j is missing', (email) => {
    expect(refusal(() => readEmail(email))).toEqual(['user.emailRequired', 'email']);
  });

  it.each([
    'anna',
    'a@b',
    'a@b..c',
    'a..b@c.lv',
    '.a@c.lv',
    'a.@c.lv',
    'a@@c.lv',
    'a@b@c.lv',
    '@c.lv',
    'a@',
    'a@.lv',
    'a@-c.lv',
    '"a b"@c.lv',
    'a b@c.lv',
    'Anna <a@c.lv>',
    'ā@c.lv',
    'a@ābols.lv',
    'a@[127.0.0.1]',
    'a@c.lv\r\nBcc: b@c.lv',
    'a@c.lv\n',
    '\0a@c.lv',
    'a\u200b@c.lv',
    `${'a'.repeat(246)}@inbox.lv`,
  ])('%j is refused', (email) => {
    expect(refusal(() => readEmail(email))).toEqual(['user.emailInvalid', 'email']);
  });
});

describe('a phone number', () => {
  it.each([
    ['+371', '26123456', '+37126123456'],
    ['+371', ' 26 123-456 ', '+37126123456'],
    ['+371', '67222222', '+37167222222'],
    ['+371', '37126123456', '+37126123456'],
    ['+371', '+371 26123456', '+37126123456'],
    ['+49', '+4915123456789', '+4915123456789'],
    ['+370', '(8) 612 34567', '+37061234567'],
    ['+370', '0 612 34567', '+37061234567'],
    ['+372', '5123 4567', '+37251234567'],
    ['+44', '07911 123456', '+447911123456'],
    ['+1', '(201) 555-0123', '+12015550123'],
    ['+7', '8 912 345-67-89', '+79123456789'],
    [' +371 ', '26123456', '+37126123456'],
  ])('%s %s is %s', (code, number, stored) => {
    expect(readPhone(code, number)).toBe(stored);
  });

  it.each([
    ['', '26123456', 'user.phoneRequired', 'phoneCountryCode'],
    ['+371', ' ', 'user.phoneRequired', 'phoneNumber'],
    ['371', '26123456', 'user.phoneFormat', 'phoneCountryCode'],
    ['00371', '26123456', 'user.phoneFormat', 'phoneCountryCode'],
    ['LV', '26123456', 'user.phoneFormat', 'phoneCountryCode'],
    ['+3711', '26123456', 'user.phoneFormat', 'phoneCountryCode'],
    ['+٣٧١', '26123456', 'user.phoneFormat', 'phoneCountryCode'],
    ['+999', '26123456', 'user.phoneInvalid', 'phoneCountryCode'],
    ['+0', '26123456', 'user.phoneInvalid', 'phoneCountryCode'],
    ['+371', '2612345', 'user.phoneLength', 'phoneNumber'],
    ['+371', '261234567', 'user.phoneLength', 'phoneNumber'],
    ['+371', '1', 'user.phoneLength', 'phoneNumber'],
    ['+371', '2'.repeat(16_000), 'user.phoneLength', 'phoneNumber'],
    ['+371', '00000000', 'user.phoneInvalid', 'phoneNumber'],
    ['+371', '٢٦١٢٣٤٥٦', 'user.phoneFormat', 'phoneNumber'],
    ['+371', '26l23456', 'user.phoneFormat', 'phoneNumber'],
    ['+371', 'tel:26123456;ext=5', 'user.phoneFormat', 'phoneNumber'],
    ['+371', '26123456 ext. 5', 'user.phoneFormat', 'phoneNumber'],
    ['+371', '( - )', 'user.phoneFormat', 'phoneNumber'],
    ['+371', '+370 612 34567', 'user.phoneFormat', 'phoneNumber'],
    ['+371', '+371', 'user.phoneRequired', 'phoneNumber'],
    ['+371', `${'2'.repeat(16_000)}x`, 'user.phoneFormat', 'phoneNumber'],
  ])('%s %s is refused', (code, number, fault, field) => {
    expect(refusal(() => readPhone(code, number))).toEqual([fault, field]);
  });
});

describe('a first name', () => {
  it('is kept without what a chat or a page cannot show', () => {
    expect(readFirstName(' Jā\0nis\n ')).toBe('Jānis');
    expect(readFirstName('Ж'.repeat(100))).toHaveLength(64);
  });

  it.each(['', '  ', '\u200b', '\n\t', '\ud800'])('%j is none', (written) => {
    expect(refusal(() => readFirstName(written))).toEqual(['user.firstNameRequired', 'firstName']);
  });
});
