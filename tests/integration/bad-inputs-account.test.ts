import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aForm, openVerificationWorld, outcome, type VerificationWorld } from '../support/verification-world.ts';

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());

const register = (given: Record<string, unknown>) => world.browser().register({ ...aForm(), ...given });

describe('a registration', () => {
  it.each([
    ['username', ['abc', 'abcdefghijklm', 'a b', 'ābols', 'admin', '----', '😀😀😀😀', 'anna\0', 'a\u0430na', ' ']],
    [
      'email',
      ['a@b', 'a@b..c', `${'a'.repeat(245)}@nest.example`, '"a b"@c.d', 'anna@ābols.lv', 'a@c.lv\r\nBcc: b@c.lv'],
    ],
    ['password', ['ab12cd3', 'x'.repeat(129), 'ab12\0cd34', '\ud800'.repeat(8)]],
    ['firstName', ['', '   ', '\u200b']],
  ])('with a %s that is none is refused, and nothing of it is kept', async (field, values) => {
    for (const value of values) {
      const password = field === 'password' ? { confirmPassword: value } : {};
      const [status, code, named] = outcome(await register({ [field]: value, ...password }));
      expect([value, status, String(code).startsWith('user.'), named]).toEqual([value, 400, true, field]);
    }
    expect(await world.sql('select from verifications')).toEqual([]);
  });

  it.each(['username', 'password', 'confirmPassword', 'email', 'phoneCountryCode', 'phoneNumber', 'firstName'])(
    'with a %s that is no text is refused',
    async (field) => {
      for (const value of [null, 5, true, ['anna'], { a: 1 }, undefined])
        expect(outcome(await register({ [field]: value }))).toEqual([400, 'request.invalid', field]);
    },
  );

  it('of a megabyte is refused', async () => {
    expect((await register({ password: 'x'.repeat(1_000_000) })).statusCode).toBe(413);
  });
});

describe('a report', () => {
  const report = async (description: string) => {
    const anna = await world.someone();
    const who = { user_id: anna.id, telegram_user_id: anna.telegramId, first_name: 'Anna' };
    return anna.ask('POST', '/api/report-problem', { ...who, problem_description: description });
  };

  it('of eight characters is one, whatever they are', async () => {
    for (const text of ['🦅'.repeat(8), '👨‍👩‍👧‍👦'.repeat(8), 'ā'.normalize('NFD').repeat(8)])
      expect((await report(text)).statusCode).toBe(200);
    expect((await report('👨‍👩‍👧‍👦'.repeat(7))).json().code).toBe('problem.tooShort');
  });

  it('is refused when it has a megabyte', async () => {
    expect((await report('x'.repeat(1_000_000))).statusCode).toBe(413);
  });
});
