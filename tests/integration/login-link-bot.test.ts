import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { labels, publicUrl } from '#tests/support/bot-world.ts';
import { aUser } from '#tests/support/builders.ts';
import { cookieIn, outcome, ownPage } from '#tests/support/login-world.ts';
import { openTwoDoorsWorld, type TwoDoorsWorld } from '#tests/support/two-doors-world.ts';

const MINUTE_MS = 60_000;
const OVER_IN_ENGLISH = 'This log-in is over. Begin again on the page.';

let world: TwoDoorsWorld;
let anna: number;
beforeAll(async () => {
  world = await openTwoDoorsWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  anna = world.newcomer('en');
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const begin = (client: string | null = 'Chrome · Windows') =>
  world.core.run(() => world.core.loginLinks.begin('the browser', client));

const stateOf = async (id: string) => {
  const visitor = { previousToken: null, client: null };
  return (await world.core.run(() => world.core.loginLinks.look(id, 'the browser', visitor))).state;
};

const open = (telegramId: number, token: string) => world.say(telegramId, `/start login_${token}`);

describe('the whole way of a log-in', () => {
  it('goes from the page through the chat back to the page', async () => {
    const page = { ...ownPage(), origin: publicUrl };
    const begun = await world.api.inject({ method: 'POST', url: '/auth/link', headers: page });
    const { id, deepLink, matchCode } = begun.json();
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-bid=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
    );
    const cookie = `__Host-bid=${cookieIn(begun, '__Host-bid')}`;
    const look = () => world.api.inject({ url: `/auth/link/${id}`, headers: { ...page, cookie } });

    const payload = new URL(deepLink).searchParams.get('start');
    const asked = await world.say(anna, `/start ${payload}`);
    expect(asked.text).toBe(
      'Log in to vanags.example from Chrome · Windows?\n' +
        `Confirm only if you have just asked for it yourself and the page shows ${matchCode}.`,
    );
    expect(labels(asked)).toEqual([['Confirm', 'Cancel']]);
    expect(outcome(await look())).toEqual([200, 'pending']);

    const { toast, message } = await world.press(anna, asked, 'Confirm');
    const done = 'You are logged in on Chrome · Windows.\nNot you? Profile → Log out on all other devices';
    expect([toast.text, message.text, message.buttons]).toEqual([done, done, []]);
    const answer = await look();
    expect(answer.json()).toMatchObject({ state: 'confirmed', user: { telegram_user_id: anna } });
    const session = { cookie: `__Host-sid=${cookieIn(answer, '__Host-sid')}` };
    const user = await world.api.inject({ url: '/api/get/user', headers: session });
    expect(user.json()).toMatchObject({ telegram_user_id: anna });
    expect(outcome(await look())).toEqual([200, 'expired']);
  });

  it('goes from the chat to any page with the address that /login gives', async () => {
    const answer = await world.say(anna, '/login');
    const [address, ...rest] = answer.text.split('\n\n');
    expect(address).toMatch(/^https:\/\/vanags\.example\/login#token=[\w-]{22}$/);
    expect(rest).toEqual([
      'Open this link in a browser to log in. It works once, for five minutes. ' +
        'Do not pass it on: whoever opens it is logged in as you.',
    ]);
    expect(answer.buttons).toEqual([]);
    const redeemed = { token: address?.split('#token=')[1] };
    const headers = { ...ownPage(), origin: publicUrl };
    const redeem = () => world.api.inject({ method: 'POST', url: '/auth/link/redeem', headers, payload: redeemed });
    expect((await redeem()).json().user).toMatchObject({ telegram_user_id: anna });
    expect(outcome(await redeem())).toEqual([400, 'link.expired']);
  });
});

describe('opening a link', () => {
  it('lets nobody in by itself: it may be the link of another’s browser', async () => {
    const { id, token } = await begin();
    for (let time = 0; time < 3; time += 1) await open(anna, token);
    expect(await stateOf(id)).toBe('pending');
  });

  it('welcomes somebody new and asks then', async () => {
    const { token } = await begin();
    await open(anna, token);
    const [welcome, asked] = world.emulator.messagesOf(anna).filter(({ from }) => from === 'bot');
    expect(welcome?.text).toMatch(/^Vanags watches car ads for you\./);
    expect(asked?.text).toMatch(/^Log in to /);
    expect(await world.userOf(anna)).toMatchObject({ firstName: 'Anna', language: 'en' });
  });

  it('says so when the log-in is over, refused, or never was', async () => {
    const [expired, refused] = [await begin(), await begin()];
    await world.press(anna, await open(anna, refused.token), 'Cancel');
    world.clock.advance(5 * MINUTE_MS);
    for (const token of [expired.token, refused.token, 'x', 'x'.repeat(22), 'ā\u0001'.repeat(11)])
      expect((await open(anna, token)).text).toBe(OVER_IN_ENGLISH);
  });

  it('says so to somebody new, too', async () => {
    expect((await open(anna, 'x'.repeat(22))).text).toBe(OVER_IN_ENGLISH);
    expect(await world.userOf(anna)).not.toBeNull();
  });

  it('calls a browser that does not tell its name unknown', async () => {
    const { token } = await begin(null);
    expect((await open(anna, token)).text).toMatch(/ from an unknown browser\?\n/);
  });

  it('leaves what belongs to others to /start', async () => {
    await aUser(world.core.orm, { telegramId: anna, role: 'basic', language: 'en' });
    for (const payload of ['f_12', 'login', 'xlogin_x', 'verifylogin_'])
      expect((await world.say(anna, `/start ${payload}`)).text).toMatch(/^You have no filters yet\./);
  });
});

describe('a press', () => {
  it('that refuses keeps the browser out', async () => {
    const { id, token } = await begin();
    const { message } = await world.press(anna, await open(anna, token), 'Cancel');
    expect([message.text, message.buttons]).toEqual(['Log-in refused.', []]);
    expect(await stateOf(id)).toBe('expired');
  });

  it('that comes second changes nothing and says so', async () => {
    const { id, token } = await begin();
    const [first, ...others] = [await open(anna, token), await open(anna, token), await open(anna, token)];
    const taps = [1, 2].map(() => world.emulator.pressButton(anna, first.id, 'Confirm'));
    await world.deliver();
    const [decided, doubled] = await Promise.all(taps.map((tap) => world.emulator.waitForCallbackAnswer(tap)));
    expect(decided?.text).toMatch(/^You are logged in/);
    expect([doubled?.text, doubled?.showAlert]).toEqual(['This log-in has already been decided.', true]);

    for (const [number, button] of ['Cancel', 'Confirm'].entries()) {
      const { toast, message } = await world.press(anna, others[number] ?? first, button);
      expect(toast.text).toBe('This log-in has already been decided.');
      expect(message.text).toMatch(/^You are logged in on Chrome · Windows\./);
    }
    expect(await stateOf(id)).toBe('confirmed');
  });

  it('that comes too late says so and takes the buttons away', async () => {
    const { id, token } = await begin();
    const asked = await open(anna, token);
    world.clock.advance(5 * MINUTE_MS);
    const { toast, message } = await world.press(anna, asked, 'Confirm');
    expect([toast.text, message.text, message.buttons]).toEqual([OVER_IN_ENGLISH, OVER_IN_ENGLISH, []]);
    expect(await stateOf(id)).toBe('expired');
  });

  it('on a link that another has confirmed lets nobody else in', async () => {
    const [{ id, token }, bruno] = [await begin(), world.somebody('en')];
    const [hers, his] = [await open(anna, token), await open(bruno, token)];
    await world.press(anna, hers, 'Confirm');
    expect((await world.press(bruno, his, 'Confirm')).message.text).toBe(OVER_IN_ENGLISH);
    const visitor = { previousToken: null, client: null };
    const login = await world.core.run(() => world.core.loginLinks.look(id, 'the browser', visitor));
    expect(login).toMatchObject({ state: 'confirmed', user: { telegramId: anna } });
  });

  it('of somebody without an account makes none', async () => {
    const { id, token } = await begin();
    const asked = await open(anna, token);
    const user = await world.userOf(anna);
    await world.core.run(() => world.core.accountDeletion.deleteAccount(user?.id ?? 0));
    const { toast, message } = await world.press(anna, asked, 'Confirm');
    expect([toast.text, message.buttons]).toEqual(['Press /start first', asked.buttons]);
    expect([await world.userOf(anna), await stateOf(id)]).toEqual([null, 'pending']);
  });
});

describe('every language', () => {
  it.each([
    [
      'lv',
      /^Ienākt vietnē vanags\.example \(Chrome · Windows\)\?\nApstiprini tikai tad, .* redzams \d\d\.$/,
      ['Apstiprināt', 'Atcelt'],
      'Tu ienāci pārlūkā: Chrome · Windows.\nTas nebiji tu? Profils → Iziet visās pārējās ierīcēs',
    ],
    [
      'ru',
      /^Войти на vanags\.example \(Chrome · Windows\)\?\nПодтверждайте, только если .* показано \d\d\.$/,
      ['Подтвердить', 'Отмена'],
      'Вы вошли в браузере: Chrome · Windows.\nЭто были не вы? Профиль → Выйти на всех других устройствах',
    ],
  ] as const)('has the question and its end (%s)', async (language, question, buttons, end) => {
    const person = world.somebody(language);
    const asked = await open(person, (await begin()).token);
    expect(asked.text).toMatch(question);
    expect(labels(asked)).toEqual([buttons]);
    expect((await world.press(person, asked, buttons[0])).message.text).toBe(end);
  });
});

describe('a group', () => {
  it('is no place for any of it', async () => {
    const { id, token } = await begin();
    const group = { id: -1_001_000_000_777, title: 'Auto draugi' };
    world.emulator.groupMessage(anna, `/start login_${token}`, group);
    await world.deliver();
    const from = { id: anna, is_bot: false, first_name: 'Anna' };
    const message = { message_id: 1, date: 1, chat: { ...group, type: 'supergroup' } };
    const callback = { id: '1', from, chat_instance: '1', data: `i:${id}:1`, message };
    await world.handle({ update_id: 900_001, callback_query: callback });
    expect(world.emulator.messagesOf(anna)).toEqual([]);
    expect([await world.userOf(anna), await stateOf(id)]).toEqual([null, 'pending']);
  });
});
