import { expect, it } from 'vitest';
import { newPasswordFaults } from './new-password.ts';
import { loadJudge } from './password-judge.ts';

const twice = (password: string) => ({ password, confirmPassword: password });

it.each([
  ['', 'user.passwordRequired'],
  ['1234567', 'user.passwordTooShort'],
  ['🚗🚗🚗🚗🚗🚗🚗', 'user.passwordTooShort'],
  ['a'.repeat(129), 'user.passwordTooLong'],
])('"%s" is refused: %s', (password, fault) => {
  expect(newPasswordFaults(twice(password))).toEqual({ password: fault });
});

it('the repeated one has to be the same', () => {
  expect(newPasswordFaults({ password: 'melna-vārna-7', confirmPassword: 'melna-varna-7' })).toEqual({
    confirmPassword: 'user.passwordMismatch',
  });
});

it('a common one is refused once the list of them is there', async () => {
  expect(newPasswordFaults(twice('Baseball'))).toEqual({});
  await loadJudge();
  expect(newPasswordFaults(twice('Baseball'))).toEqual({ password: 'user.passwordCommon' });
  expect(newPasswordFaults(twice('melna-vārna-7'))).toEqual({});
});

it('the username makes a password weaker', async () => {
  const judge = await loadJudge();
  const password = 'bebrukalns22';
  expect(judge.score(password, ['bebrukalns'])).toBeLessThan(judge.score(password, []));
});
