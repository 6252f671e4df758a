import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aForm, openVerificationWorld, outcome, type VerificationWorld } from '../support/verification-world.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());

const register = async (given: Record<string, string>) => outcome(await world.browser().register(aForm(given)));

describe('a phone number', () => {
  it.each([
    ['too short', '+371', '2612345'],
    ['too long', '+371', '261234567'],
    ['of no network', '+371', '00000000'],
    ['in the digits of another script', '+371', '٢٦١٢٣٤٥٦'],
    ['with an extension', '+371', '26123456;ext=5'],
    ['as a link', '+371', 'tel:26123456'],
    ['without a country', '', '26123456'],
    ['of a country that is none', '+999', '26123456'],
    ['with another one in it', '+371', '26123456\n+37126123457'],
  ])('%s is refused', async (_, phoneCountryCode, phoneNumber) => {
    const [status, code, field] = await register({ phoneCountryCode, phoneNumber });
    expect([status, String(code).startsWith('user.phone'), String(field).startsWith('phone')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  it('is one, however it is written', async () => {
    const { form } = await world.registered(aForm({ phoneNumber: '26 765-432' }));
    const [user] = await world.usersWith(form.username);
    expect(user).toMatchObject({ phone: '+37126765432' });
    expect(await register({ phoneNumber: '(26) 765432' })).toEqual([400, 'user.phoneTaken', 'phoneNumber']);
  });
});

describe('an e-mail address', () => {
  it.each([
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(62)}.lv`.padStart(255, 'a'),
    'anna@nest.example\r\nBcc: all@nest.example',
    'anna@nest.example\n',
    'anna@@nest.example',
    'anna@nest@example.lv',
    'anna.nest.example',
    '@nest.example',
    'anna@',
    'anna@nest',
    'an na@nest.example',
    '<anna@nest.example>',
    'anna@nest.example, bruno@nest.example',
  ])('%j is refused', async (email) => {
    expect(await register({ email })).toEqual([400, 'user.emailInvalid', 'email']);
  });

  it('is one in whatever case', async () => {
    await world.registered(aForm({ email: 'Only.One@nest.example' }));
    expect(await register({ email: 'only.one@NEST.example' })).toEqual([400, 'user.emailTaken', 'email']);
  });
});

describe('a username', () => {
  it.each(['fuck', 'f_u-c_k', 'sh1t', 'SH1T', 'p1zda', 'bl_yat', 'mauka', 'd1rsa'])(
    '%s is refused',
    async (username) => {
      expect(await register({ username })).toEqual([400, 'user.usernameInappropriate', 'username']);
    },
  );

  it.each(['Scunthorpe', 'assassin', 'liepa_77', 'Kalns'])('%s is nobody’s shame', async (username) => {
    expect(await register({ username })).toEqual([201]);
  });
});

it('the log-in of developers with a secret that can be guessed keeps the service from starting', async () => {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://vanags.example',
    BOT_MODE: 'off',
    PORT: '0',
    METRICS_PORT: '0',
    DEV_LOGIN_SECRET: 'x7'.repeat(15).concat('y'),
  };
  const service = spawn(process.execPath, [MAIN], { env });
  const [said, [exitCode]] = await Promise.all([text(service.stderr), once(service, 'exit')]);
  expect(exitCode).toBe(1);
  expect(said).toContain('DEV_LOGIN_SECRET');
  expect(said).not.toContain('x7x7');
});
