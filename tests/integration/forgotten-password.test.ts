import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../support/account-world.ts';
import { OTHER_PASSWORD, PASSWORD } from '../support/passwords.ts';
import {
  aForm,
  aTelegramId,
  type Browser,
  expectOneWinner,
  openVerificationWorld,
  outcome,
  type VerificationWorld,
  type Waiting,
  waitingOf,
} from '../support/verification-world.ts';

const NOON = '2026-11-20T12:00:00Z';
const MINUTE_MS = 60_000;
const INVALID = [400, 'verification.codeInvalid'];

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

const newPassword = (username: string, password = OTHER_PASSWORD) => ({
  username,
  password,
  confirmPassword: password,
});

describe('a forgotten password', () => {
  /** Somebody registered, and a browser that asks for a new password. */
  async function forgotten(body?: object) {
    const owner = await world.registered();
    const own = world.browser();
    const answer = await own.forgot(body ?? newPassword(owner.form.username));
    return { owner, own, answer, waiting: waitingOf(answer) };
  }

  it('is replaced by the code of the linked chat, and every session ends', async () => {
    const { owner, own, waiting } = await forgotten();
    const elsewhere = world.browser();
    await world.logIn(elsewhere, owner.form.username, PASSWORD);
    const { change, name, code } = await world.open(waiting, owner.telegramId);
    expect([change, name]).toEqual(['password', owner.form.username]);
    expect((await own.verify(waiting, code)).statusCode).toBe(200);
    expect((await elsewhere.ask('GET', '/api/get/user')).statusCode).toBe(401);
    expect((await world.logIn(own, owner.form.username, PASSWORD)).statusCode).toBe(401);
    expect((await world.logIn(own, owner.form.username.toUpperCase(), OTHER_PASSWORD)).statusCode).toBe(200);
  });

  it('ends the log-ins by link that wait', async () => {
    const { owner, own, waiting } = await forgotten();
    const token = await world.core.run(() => world.core.loginLinks.issue(owner));
    const { code } = await world.open(waiting, owner.telegramId);
    expect((await own.verify(waiting, code)).statusCode).toBe(200);
    expect(outcome(await own.ask('POST', '/auth/link/redeem', { token }))).toEqual([400, 'link.expired']);
  });

  it('that somebody else has begun to replace is safe once it was changed, also from who got the code', async () => {
    const { owner, own: stranger, waiting } = await forgotten();
    const { code } = await world.open(waiting, owner.telegramId);
    const own = world.browser();
    await world.logIn(own, owner.form.username, PASSWORD);
    const change = { currentPassword: PASSWORD, password: 'ten black kites', confirmPassword: 'ten black kites' };
    expect((await own.ask('PUT', '/api/user/password', change)).statusCode).toBe(200);
    expect(outcome(await stranger.verify(waiting, code))).toEqual(INVALID);

    const [theirs, mine] = [
      await stranger.forgot(newPassword(owner.form.username)),
      await own.forgot(newPassword(owner.form.username)),
    ].map(waitingOf);
    if (!theirs || !mine) throw new Error('nothing waits');
    const { code: phished } = await world.open(theirs, owner.telegramId);
    const { code: kept } = await world.open(mine, owner.telegramId);
    expect((await own.verify(mine, kept)).statusCode).toBe(200);
    expect(outcome(await stranger.verify(theirs, phished))).toEqual(INVALID);
  });

  it('gives its code to no other chat', async () => {
    const { waiting } = await forgotten();
    expect(await world.refusal(waiting, aTelegramId())).toBe('verification.notFound');
    const { telegramId } = await world.someone();
    expect(await world.refusal(waiting, telegramId)).toBe('verification.notFound');
    expect(await world.sql('select round from verifications where token_hash = ?', [waiting.id])).toEqual([
      { round: 1 },
    ]);
  });

  it('of nobody looks the same, and cannot be completed', async () => {
    const { answer } = await forgotten();
    const own = world.browser();
    const unknown = await own.forgot(newPassword('nobody-here'));
    expect(unknown.statusCode).toBe(answer.statusCode);
    const shape = (body: { verification: Record<string, string> }) =>
      Object.entries(body.verification).map(([key, value]) => [key, value.replace(/[\w-]{22,}/g, '…')]);
    expect(shape(unknown.json())).toEqual(shape(answer.json()));
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(answer.headers).sort());
    const waiting = waitingOf(unknown);
    expect(await world.refusal(waiting, aTelegramId())).toBe('verification.notFound');
    for (let time = 0; time < 5; time += 1) expect(outcome(await own.verify(waiting, '000000'))).toEqual(INVALID);
    expect(outcome(await own.verify(waiting, '000000'))).toEqual([429, 'verification.tooManyTries']);
    for (const name of ['', '\u0000', '\ud800', 'ā'.repeat(100)])
      expect((await own.forgot(newPassword(name))).statusCode).toBe(200);
  });

  it('is not replaced by a weak one', async () => {
    const weak = { username: 'nobody-here', password: 'short', confirmPassword: 'short' };
    expect(outcome(await world.browser().forgot(weak))).toEqual([400, 'user.passwordTooShort', 'password']);
  });

  it('is told unasked, with a code that stands in no table and no export', async () => {
    const { owner, own, waiting } = await forgotten();
    await world.deliver();
    const [message] = world.sender.arrived.filter(({ chatId }) => chatId === owner.telegramId);
    if (message?.content.kind !== 'text') throw new Error('The message is no text');
    const { textKey, values } = message.content;
    expect(textKey).toBe('verification.unasked');
    expect(values).toMatchObject({ name: owner.form.username, client: 'Chrome · Windows', until: '14:10' });
    const { code } = values;
    expect(code).toMatch(/^\d{6}$/);
    const stored = JSON.stringify([
      await world.sql('select * from notifications where user_id = ?', [owner.id]),
      await world.core.run(() => world.core.accountExport.of(owner.id)),
    ]);
    expect(stored).toContain('verification.unasked');
    expect(stored).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
    expect((await own.verify(waiting, String(code))).statusCode).toBe(200);
  });

  it('is told no more when the code is over', async () => {
    const { owner } = await forgotten();
    world.clock.advance(10 * MINUTE_MS);
    await world.deliver();
    expect(world.sender.toldTo(owner.telegramId)).toEqual([]);
  });

  it('is not replaced when the account has moved to another chat meanwhile', async () => {
    const { owner, own, waiting } = await forgotten();
    const { code } = await world.open(waiting, owner.telegramId);
    await world.sql('update users set telegram_id = ? where id = ?', [aTelegramId(), owner.id]);
    expect(outcome(await own.verify(waiting, code))).toEqual(INVALID);
    expect(await world.refusal(waiting, owner.telegramId)).toBe('verification.notFound');
  });

  it('is replaced once, however often the code comes', async () => {
    const { owner, own, waiting } = await forgotten();
    const { code } = await world.open(waiting, owner.telegramId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.verify(waiting, code)));
    expectOneWinner(answers);
  });

  it('whose verification goes in the moment of the code is refused as if the code were wrong', async () => {
    const { owner, own, waiting } = await forgotten();
    const { code } = await world.open(waiting, owner.telegramId);
    const going = await world.holding('delete from verifications where token_hash = ?', [waiting.id]);
    const answer = own.verify(waiting, code);
    await world.somebodyWaits();
    await going.commit();
    expect(outcome(await answer)).toEqual(INVALID);
  });

  it('and a deletion of the account end in one order', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { owner, own, waiting } = await forgotten();
      const { code } = await world.open(waiting, owner.telegramId);
      const anna = await world.someone({ telegramId: owner.telegramId });
      const [answer, again, removed] = await Promise.all([
        own.verify(waiting, code),
        own.forgot(newPassword(owner.form.username)),
        anna.ask('DELETE', '/api/user/delete-account'),
      ]);
      expect([200, 400]).toContain(answer.statusCode);
      expect(again.statusCode).toBe(200);
      // The new password may have ended the session that asks for the deletion.
      expect([200, 401]).toContain(removed.statusCode);
      if (removed.statusCode !== 200) continue;
      expect(await world.sql('select from users where id = ?', [owner.id])).toEqual([]);
      const left = await world.sql('select from verifications where pending @> ?::jsonb', [
        JSON.stringify({ userId: owner.id }),
      ]);
      expect(left).toEqual([]);
    }
  });
});

describe('the first username of who came by Telegram', () => {
  const first = () => {
    const { username, email } = aForm();
    return { ...newPassword(username, PASSWORD), email };
  };
  const finish = async (anna: Account, from: Browser, waiting: Waiting) => {
    const { change, code } = await world.open(waiting, anna.telegramId);
    expect(change).toBe('firstPassword');
    return from.verify(waiting, code);
  };

  it('comes with a password and an e-mail; the session that asks stays', async () => {
    const anna = await world.someone();
    const elsewhere = await world.someone({ telegramId: anna.telegramId });
    const page = world.browser({ headers: anna.headers });
    const body = first();
    const begunNow = await page.forgot(body);
    expect(begunNow.statusCode).toBe(200);
    const waiting = waitingOf(begunNow);
    expect(await world.refusal(waiting, aTelegramId())).toBe('verification.notFound');
    expect((await finish(anna, page, waiting)).statusCode).toBe(200);
    expect(await world.usersWith(body.username)).toEqual([
      expect.objectContaining({ id: String(anna.id), email: body.email }),
    ]);
    expect((await anna.ask('GET', '/api/get/user')).json()).toMatchObject({ username: body.username });
    expect((await elsewhere.ask('GET', '/api/get/user')).statusCode).toBe(401);
    expect((await world.logIn(world.browser(), body.username, PASSWORD)).statusCode).toBe(200);
  });

  it('needs no cookie where the launch data sign in', async () => {
    const anna = await world.someone();
    const initData = world.signInitData({ telegramId: anna.telegramId });
    const ask = (url: string, payload: object) =>
      world.call({ method: 'POST', url, payload, headers: { authorization: `tma ${initData}` } });
    const { email: _, ...body } = first();
    const waiting = waitingOf(await ask('/auth/forgot-password', body));
    const { code } = await world.open(waiting, anna.telegramId);
    const done = await ask('/auth/verify', { verificationId: waiting.id, code });
    expect(done.statusCode).toBe(200);
    expect(await world.usersWith(body.username)).toHaveLength(1);
  });

  it('is refused like that of a registration', async () => {
    const { form } = await world.registered();
    const anna = await world.someone();
    const page = world.browser({ headers: anna.headers });
    const taken = { ...first(), username: form.username };
    expect(outcome(await page.forgot(taken))).toEqual([400, 'user.usernameTaken', 'username']);
    expect(outcome(await page.forgot({ ...first(), email: form.email }))).toEqual([400, 'user.emailTaken', 'email']);
    expect(outcome(await page.forgot({ ...first(), username: 'a' }))).toEqual([400, 'user.usernameLength', 'username']);
  });

  it('that somebody else takes meanwhile is refused with its code', async () => {
    const anna = await world.someone();
    const page = world.browser({ headers: anna.headers });
    const body = first();
    const waiting = waitingOf(await page.forgot(body));
    await world.registered(aForm({ username: body.username }));
    expect(outcome(await finish(anna, page, waiting))).toEqual([400, 'user.usernameTaken', 'username']);
  });
});
