import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usernameFault } from '#core/contracts/account-rules.ts';
import { usernameRules } from './username-rules.ts';

it.each([
  ['', false, false],
  ['ann', false, true],
  ['anna', true, true],
  [' anna ', true, true],
  ['anna berzina', true, false],
  ['--__', true, false],
  ['annaannaannaa', false, true],
  ['ķēniņš', true, false],
])('of "%s": length %s, characters %s', (username, length, characters) => {
  expect(usernameRules(username)).toEqual({ length, characters });
});

it('all are kept exactly where the username is right', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 16 }), (username) => {
      const { length, characters } = usernameRules(username);
      expect(length && characters).toBe(usernameFault(username.trim()) === null);
    }),
  );
});
