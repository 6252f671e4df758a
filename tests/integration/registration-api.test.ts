import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/passwords.ts';
import { createTestApp } from '../support/test-app.ts';
import {
  aForm,
  aTelegramId,
  expectOneWinner,
  openVerificationWorld,
  outcome,
  tally,
  type VerificationWorld,
  waitingOf,
} from '../support/verification-world.ts';

const NOON = '2026-11-20T12:00:00Z';
const MANY = 20;

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Forms that were sent and codes that were given, each from a browser and to a chat of its own. */
const allBegun = (forms: readonly ReturnType<typeof aForm>[]) =>
  Promise.all(
    forms.map(async (form) => {
      const own = world.browser();
      const waiting = waitingOf(await own.register(form));
      const telegramId = aTelegramId();
      const { code } = await world.open(waiting, telegramId);
      return { telegramId, verify: () => own.verify(waiting, code) };
    }),
  );

describe('a registration', () => {
  it('makes the account with its code, and not before', async () => {
    const own = world.browser();
    const form = aForm({ username: 'Anna-B' });
    const begun = await own.register(form);
    expect(begun.statusCode).toBe(201);
    const { verification } = begun.json();
    expect(verification.deepLink).toMatch(/^https:\/\/t\.me\/vanags_test_bot\?start=verify_[\w-]{22}$/);
    expect(verification.expiresAt).toBe('2026-11-20T12:10:00.000Z');
    expect(begun.headers['set-cookie']).toMatch(/^bid=[\w-]{43}; /);
    const telegramId = aTelegramId();
    const given = await world.open(waitingOf(begun), telegramId);
    expect(given).toMatchObject({ change: 'register', name: 'Anna-B', joins: false, client: 'Chrome · Windows' });
    expect(await world.sql('select from users')).toEqual([]);

    const done = await own.verify(verification, given.code);
    expect([done.statusCode, done.json()]).toEqual([200, {}]);
    expect(done.cookies.filter(({ name }) => name === 'sid')).toEqual([]);
    expect(await world.usersWith('anna-b')).toEqual([
      expect.objectContaining({
        telegram_id: String(telegramId),
        first_name: 'Anna',
        role: 'user',
        language: 'en',
        email: form.email,
        phone: `+371${form.phoneNumber}`,
      }),
    ]);
    expect((await world.logIn(own, 'anna-b', PASSWORD)).statusCode).toBe(200);
    expect((await own.ask('GET', '/api/get/user')).json()).toMatchObject({ username: 'Anna-B' });
  });

  it('and a log-in by Telegram are one account', async () => {
    const { id, telegramId } = await world.registered();
    const payload = { telegram_user_id: telegramId, initData: world.signInitData({ telegramId }) };
    const login = await world.call({ method: 'POST', url: '/auth/login', payload });
    expect([login.statusCode, login.json().user.id]).toEqual([200, id]);
  });

  it('joins the account that came by Telegram first', async () => {
    const anna = await world.someone({ role: 'basic', firstName: 'Anniņa' });
    await anna.aFilter('family car');
    const own = world.browser();
    const form = aForm();
    const waiting = waitingOf(await own.register(form));
    const { joins, code } = await world.open(waiting, anna.telegramId);
    expect(joins).toBe(true);
    expect((await own.verify(waiting, code)).statusCode).toBe(200);
    expect(await world.usersWith(form.username)).toEqual([
      expect.objectContaining({ id: String(anna.id), first_name: 'Anniņa', role: 'basic', email: form.email }),
    ]);
    expect(await world.sql('select from filters where user_id = ?', [anna.id])).toHaveLength(1);
    expect((await anna.ask('GET', '/api/get/user')).json()).toMatchObject({ id: anna.id, username: form.username });
  });

  it('is refused to a Telegram account that has a username, in the chat and when the code comes back', async () => {
    const telegramId = aTelegramId();
    const [first, second] = [world.browser(), world.browser()];
    const [one, other] = [waitingOf(await first.register(aForm())), waitingOf(await second.register(aForm()))];
    const codes = { one: (await world.open(one, telegramId)).code, other: (await world.open(other, telegramId)).code };
    expect((await first.verify(one, codes.one)).statusCode).toBe(200);
    expect(outcome(await second.verify(other, codes.other))).toEqual([409, 'user.alreadyRegistered']);
    expect(await world.refusal(other, telegramId)).toBe('user.alreadyRegistered');
  });

  it('needs the bot', async () => {
    const alone = await createTestApp();
    const answer = await alone.call({ method: 'POST', url: '/auth/register', payload: aForm() });
    expect(outcome(answer)).toEqual([503, 'service.botAway']);
    expect(await alone.core.orm.em.fork().execute('select from verifications')).toEqual([]);
    await alone.close();
  });
});

describe('the fields of a registration', () => {
  it.each([
    [{ username: '', password: '' }, 'user.usernameRequired', 'username'],
    [{ password: 'short', confirmPassword: 'short', email: '' }, 'user.passwordTooShort', 'password'],
    [{ confirmPassword: 'something else', email: '' }, 'user.passwordMismatch', 'confirmPassword'],
    [{ email: 'no address', phoneNumber: '' }, 'user.emailInvalid', 'email'],
    [{ phoneNumber: '', firstName: '' }, 'user.phoneRequired', 'phoneNumber'],
    [{ firstName: ' ' }, 'user.firstNameRequired', 'firstName'],
  ])('are refused by their first fault: %o', async (given, code, field) => {
    expect(outcome(await world.browser().register(aForm(given)))).toEqual([400, code, field]);
  });

  it('that somebody else has are refused at once', async () => {
    const { form } = await world.registered();
    const taken = async (given: Record<string, string>) => outcome(await world.browser().register(aForm(given)));
    expect(await taken({ ...form })).toEqual([400, 'user.usernameTaken', 'username']);
    expect(await taken({ username: form.username.toUpperCase() })).toEqual([400, 'user.usernameTaken', 'username']);
    expect(await taken({ email: form.email.toUpperCase() })).toEqual([400, 'user.emailTaken', 'email']);
    expect(await taken({ phoneNumber: form.phoneNumber })).toEqual([400, 'user.phoneTaken', 'phoneNumber']);
  });

  it.each([
    {},
    [],
    null,
    { ...aForm(), role: 'admin' },
    { ...aForm(), username: 7 },
    { ...aForm(), username: ['anna'] },
    { ...aForm(), firstName: 'A\u0000nna' },
    { ...aForm(), firstName: '\ud800' },
    { ...aForm(), email: '\ud800@\u0000.lv' },
    { ...aForm(), phoneNumber: '9'.repeat(8000) },
    { ...aForm(), password: '\u0000'.repeat(10), confirmPassword: '\u0000'.repeat(10) },
  ])('never break the service (%#)', async (body) => {
    const answer = await world.browser().register(body as object);
    expect([201, 400]).toContain(answer.statusCode);
  });
});

describe('registrations at once', () => {
  it('of one username end in one account', async () => {
    const begun = await allBegun(times(MANY, () => aForm({ username: 'popular' })));
    const answers = await Promise.all(begun.map(({ verify }) => verify()));
    expect(tally(answers)).toEqual({ 200: 1, '400 user.usernameTaken username': MANY - 1 });
    expect(await world.usersWith('popular')).toHaveLength(1);
  });

  it('of one e-mail, one phone number and all of them crosswise end without a deadlock', async () => {
    const [mail, phone] = [aForm().email, aForm().phoneNumber];
    const begun = await allBegun(
      times(MANY, (index) => aForm(index % 2 === 0 ? { email: mail, phoneNumber: phone } : { email: mail })),
    );
    const phones = await allBegun(times(5, () => aForm({ phoneNumber: phone })));
    const answers = await Promise.all([...begun, ...phones].map(({ verify }) => verify()));
    for (const answer of answers) expect([200, 400]).toContain(answer.statusCode);
    expect(await world.sql('select from users where email = ?', [mail])).toHaveLength(1);
    expect(await world.sql('select from users where phone = ?', [`+371${phone}`])).toHaveLength(1);
  });

  it('by one code end in one account', async () => {
    const own = world.browser();
    const form = aForm();
    const waiting = waitingOf(await own.register(form));
    const { code } = await world.open(waiting, aTelegramId());
    const answers = await Promise.all(times(MANY, () => own.verify(waiting, code)));
    expectOneWinner(answers);
    expect(await world.usersWith(form.username)).toHaveLength(1);
  });

  it('and a sign-up by Telegram end in one account', async () => {
    for (let time = 0; time < 5; time += 1) {
      const own = world.browser();
      const form = aForm();
      const telegramId = aTelegramId();
      const waiting = waitingOf(await own.register(form));
      const { code } = await world.open(waiting, telegramId);
      const [answer, anna] = await Promise.all([own.verify(waiting, code), world.someone({ telegramId })]);
      expect(answer.statusCode).toBe(200);
      expect(await world.usersWith(form.username)).toEqual([expect.objectContaining({ id: String(anna.id) })]);
    }
  });
});

describe('a registration that meets the deletion of the account it joins', () => {
  async function begun() {
    const anna = await world.someone();
    const own = world.browser();
    const form = aForm();
    const waiting = waitingOf(await own.register(form));
    const { code } = await world.open(waiting, anna.telegramId);
    const remove = () => anna.ask('DELETE', '/api/user/delete-account');
    return { anna, form, waiting, verify: () => own.verify(waiting, code), remove };
  }

  it('and comes second finds its code gone', async () => {
    const { anna, waiting, verify, remove } = await begun();
    const other = await world.holding('select from users where id = ? for update', [anna.id]);
    const removed = remove();
    await world.somebodyWaits();
    const answer = verify();
    await world.somebodyWaits(2);
    await other.commit();
    expect((await removed).statusCode).toBe(200);
    expect(outcome(await answer)).toEqual([400, 'verification.codeInvalid']);
    expect(await world.sql('select from users where telegram_id = ?', [anna.telegramId])).toEqual([]);
    expect(await world.sql('select from verifications where token_hash = ?', [waiting.id])).toEqual([]);
  });

  it('and comes first is deleted with it', async () => {
    const { anna, form, verify, remove } = await begun();
    const other = await world.holding('select from users where id = ? for update', [anna.id]);
    const answer = verify();
    await world.somebodyWaits();
    const removed = remove();
    await world.somebodyWaits(2);
    await other.commit();
    expect((await answer).statusCode).toBe(200);
    expect((await removed).statusCode).toBe(200);
    expect(await world.usersWith(form.username)).toEqual([]);
  });

  it('ends in one order however they meet', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { anna, form, verify, remove } = await begun();
      const [answer, removed] = await Promise.all([verify(), remove()]);
      expect(removed.statusCode).toBe(200);
      expect([200, 400]).toContain(answer.statusCode);
      expect(await world.sql('select from users where telegram_id = ?', [anna.telegramId])).toEqual([]);
      expect(await world.usersWith(form.username)).toEqual([]);
    }
  });
});
