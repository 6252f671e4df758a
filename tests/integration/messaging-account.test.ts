import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/passwords.ts';
import {
  aTelegramId,
  expectOneWinner,
  openVerificationWorld,
  outcome,
  tally,
  type VerificationWorld,
  waitingOf,
} from '../support/verification-world.ts';

const NOON = '2026-11-20T12:00:00Z';

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

/** Somebody with a password who is signed in by Telegram, and the change of the messaging account that they begin. */
async function begun() {
  const { form, telegramId } = await world.registered();
  const anna = await world.someone({ telegramId });
  const page = world.browser({ headers: anna.headers });
  const begin = (currentPassword: string) => page.ask('POST', '/api/user/messaging-account', { currentPassword });
  const waiting = waitingOf(await begin(PASSWORD));
  return { anna, form, page, begin, waiting };
}

async function moved() {
  const begunNow = await begun();
  const { anna, page, waiting } = begunNow;
  const newChat = aTelegramId();
  const given = await world.open(waiting, newChat);
  expect(given).toMatchObject({ change: 'messagingAccount', name: 'Anna' });
  const answer = await page.verify(waiting, given.code);
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  return { ...begunNow, oldChat: anna.telegramId, newChat };
}

const login = (telegramId: number, initData = world.signInitData({ telegramId })) =>
  world.call({ method: 'POST', url: '/auth/login', payload: { telegram_user_id: telegramId, initData } });
const signup = (telegramId: number, initData = world.signInitData({ telegramId })) =>
  world.call({
    method: 'POST',
    url: '/auth/signup',
    payload: { telegram_user_id: telegramId, first_name: 'Anna', initData },
  });

describe('a change of the messaging account', () => {
  it('moves the account and its alerts to the new chat', async () => {
    const { anna, oldChat, newChat } = await moved();
    expect((await login(newChat)).json().user.id).toBe(anna.id);
    await anna.aFilter('any');
    const ad = await world.anAdComesOut();
    await world.deliver();
    expect(world.sender.toldTo(newChat)).toEqual([`alert ${ad}`]);
    expect(world.sender.toldTo(oldChat)).toEqual([]);
  });

  it('refuses what the old account signed before; signed anew, it makes a new user', async () => {
    const { anna, page, waiting } = await begun();
    const kept = world.signInitData({ telegramId: anna.telegramId });
    world.clock.advance(1000);
    const { code } = await world.open(waiting, aTelegramId());
    expect((await page.verify(waiting, code)).statusCode).toBe(200);
    expect(outcome(await login(anna.telegramId, kept))).toEqual([401, 'auth.reopenApp']);
    expect(outcome(await signup(anna.telegramId, kept))).toEqual([401, 'auth.reopenApp']);
    const header = await world.call({ url: '/api/get/user', headers: { authorization: `tma ${kept}` } });
    expect(outcome(header)).toEqual([401, 'auth.reopenApp']);
    world.clock.advance(1000);
    const fresh = await signup(anna.telegramId);
    expect(fresh.statusCode).toBe(201);
    expect(fresh.json().user.id).not.toBe(anna.id);
  });

  it('ends every session but the one that asks, and forgets the conversation in the old chat', async () => {
    const { anna, page, waiting } = await begun();
    const elsewhere = await world.someone({ telegramId: anna.telegramId });
    await world.sql("insert into conversation_states (key, value) values (?, '{}')", [String(anna.telegramId)]);
    const { code } = await world.open(waiting, aTelegramId());
    expect((await page.verify(waiting, code)).statusCode).toBe(200);
    expect((await anna.ask('GET', '/api/get/user')).statusCode).toBe(200);
    expect((await elsewhere.ask('GET', '/api/get/user')).statusCode).toBe(401);
    const states = await world.sql('select from conversation_states where key = ?', [String(anna.telegramId)]);
    expect(states).toEqual([]);
  });

  it('ends what the old chat let in that has not come in yet', async () => {
    const { anna, page, waiting } = await begun();
    const elsewhere = world.browser();
    const { id } = (await elsewhere.ask('POST', '/auth/link')).json();
    await world.core.run(() => world.core.loginLinks.decide(id, anna, true));
    const token = await world.core.run(() => world.core.loginLinks.issue(anna));
    const { code } = await world.open(waiting, aTelegramId());
    expect((await page.verify(waiting, code)).statusCode).toBe(200);
    expect((await elsewhere.ask('GET', `/auth/link/${id}`)).json()).toEqual({ state: 'expired' });
    expect(outcome(await elsewhere.ask('POST', '/auth/link/redeem', { token }))).toEqual([400, 'link.expired']);
  });

  it('that comes upon a log-in of the old chat keeps it out', async () => {
    const { anna } = await begun();
    const { id } = (await world.browser().ask('POST', '/auth/link')).json();
    const initData = world.signInitData({ telegramId: anna.telegramId });
    const sessions = () => world.sql('select from sessions where user_id = ?', [anna.id]);
    const before = await sessions();
    const moving = await world.holding('update users set telegram_id = ? where id = ?', [aTelegramId(), anna.id]);
    const { loginLinks } = world.core;
    const issued = world.core.run(() => loginLinks.issue(anna)).catch((error) => error.code);
    const decided = world.core.run(() => loginLinks.decide(id, anna, true));
    const signedIn = login(anna.telegramId, initData);
    const signedUp = signup(anna.telegramId, initData);
    await world.somebodyWaits(4);
    await moving.commit();
    expect(await issued).toBe('user.unknown');
    expect(await decided).toMatchObject({ state: 'over', isNew: false });
    expect(outcome(await signedIn)).toEqual([401, 'auth.reopenApp']);
    expect(outcome(await signedUp)).toEqual([401, 'auth.reopenApp']);
    expect(await sessions()).toEqual(before);
  });

  it('makes the user reachable; a late answer of the old chat does not undo it', async () => {
    const { anna, page, waiting } = await begun();
    await anna.aFilter('any');
    await world.anAdComesOut();
    let answer = () => {};
    const onTheWay = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.sender.answerChat(anna.telegramId, { outcome: 'unreachable', reason: 'blocked' });
    world.sender.beforeAnswer = ({ chatId }) => (chatId === anna.telegramId ? onTheWay : undefined);
    while (world.sender.calls.every(({ chatId }) => chatId !== anna.telegramId)) await world.deliverOnce();
    const newChat = aTelegramId();
    const { code } = await world.open(waiting, newChat);
    expect((await page.verify(waiting, code)).statusCode).toBe(200);
    answer();
    world.sender.beforeAnswer = () => {};
    world.clock.advance(2000);
    await world.deliver();
    expect(await world.sql('select reachable from recipients where user_id = ?', [anna.id])).toEqual([
      { reachable: true },
    ]);
    expect(world.sender.toldTo(newChat)).toHaveLength(1);
  });

  it('needs the password', async () => {
    const { begin } = await begun();
    expect(outcome(await begin('not the password'))).toEqual([401, 'auth.wrongPassword']);
    const bruno = await world.someone();
    const answer = await bruno.ask('POST', '/api/user/messaging-account', { currentPassword: PASSWORD });
    expect(outcome(answer)).toEqual([409, 'user.noPassword']);
    const nobody = await world.browser().ask('POST', '/api/user/messaging-account', { currentPassword: PASSWORD });
    expect(nobody.statusCode).toBe(401);
  });

  it('is refused in a chat that has an account, and in the same one', async () => {
    const { anna, waiting } = await begun();
    const bruno = await world.someone();
    expect(await world.refusal(waiting, bruno.telegramId)).toBe('user.messagingTaken');
    expect(await world.refusal(waiting, anna.telegramId)).toBe('user.messagingSame');
  });

  it('is refused with its code when the chat got an account meanwhile', async () => {
    const { anna, page, waiting } = await begun();
    const newChat = aTelegramId();
    const { code } = await world.open(waiting, newChat);
    await world.someone({ telegramId: newChat });
    expect(outcome(await page.verify(waiting, code))).toEqual([409, 'user.messagingTaken']);
    expect((await login(anna.telegramId)).json().user.id).toBe(anna.id);
  });

  it('is carried out once, however often the code comes', async () => {
    const { page, waiting } = await begun();
    const { code } = await world.open(waiting, aTelegramId());
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.verify(waiting, code)));
    expectOneWinner(answers);
  });

  it('of two people to one chat reaches one of them', async () => {
    const [one, other] = [await begun(), await begun()];
    const newChat = aTelegramId();
    const codes = [await world.open(one.waiting, newChat), await world.open(other.waiting, newChat)];
    const answers = await Promise.all([
      one.page.verify(one.waiting, codes[0]?.code ?? ''),
      other.page.verify(other.waiting, codes[1]?.code ?? ''),
    ]);
    expect(tally(answers)).toEqual({ 200: 1, '409 user.messagingTaken': 1 });
  });

  it('and a deletion of the account end in one order', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { anna, page, waiting } = await begun();
      const newChat = aTelegramId();
      const { code } = await world.open(waiting, newChat);
      const [answer, removed] = await Promise.all([
        page.verify(waiting, code),
        anna.ask('DELETE', '/api/user/delete-account'),
      ]);
      expect(removed.statusCode).toBe(200);
      expect([200, 400]).toContain(answer.statusCode);
      const left = await world.sql('select from users where id = ? or telegram_id in (?, ?)', [
        anna.id,
        anna.telegramId,
        newChat,
      ]);
      expect(left).toEqual([]);
      expect(await world.sql('select from verifications where token_hash = ?', [waiting.id])).toEqual([]);
    }
  });
});
