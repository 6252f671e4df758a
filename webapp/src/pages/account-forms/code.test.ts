import { expect, it } from 'vitest';
import { digitsOf } from './code.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123\u00a0456\n', '123456'],
  ['12-34', '1234'],
  ['Kods: 123456.', '123456'],
  ['1234567', '123456'],
  ['abc', ''],
])('of "%s" are "%s"', (written, digits) => {
  expect(digitsOf(written)).toBe(digits);
});
