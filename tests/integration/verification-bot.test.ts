import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import { labels, publicUrl } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { codeIn } from '#tests/support/codes.ts';
import { OTHER_PASSWORD } from '#tests/support/passwords.ts';
import { openTwoDoorsWorld, type TwoDoorsWorld } from '#tests/support/two-doors-world.ts';
import { aForm } from '#tests/support/verification-world.ts';

const MINUTE_MS = 60_000;
const OVER = 'This link no longer works. Please start again on the page.';
const WARNING =
  'Type it only into the page you opened yourself and give it to nobody: no one from Vanags will ever ask for it.';

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

const open = (telegramId: number, { token }: { token: string }) => world.say(telegramId, `/start verify_${token}`);

const asker = { binding: 'browser:the browser', client: 'Chrome · Windows' as string | null };
const register = (form = aForm(), by = asker) =>
  world.core.run(() => world.core.registration.register(form, { ...by, language: 'en' }));
const verify = ({ id }: { id: string }, code: string) => {
  const given = { bindings: [asker.binding], sessionToken: null };
  return world.core.run(() => world.core.verifications.complete(id, code, given));
};

/** Somebody with a username, in this chat. */
async function registered(telegramId: number, form = aForm()) {
  const begun = await register(form);
  await verify(begun, codeIn((await open(telegramId, begun)).text));
  const user = await world.userOf(telegramId);
  return { id: user?.id ?? 0, form };
}

/** A new password for an account, begun in the browser. */
const recover = (username: string, by = asker) => {
  const body = { username, password: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD };
  return world.core.run(() => world.core.registration.recover(body, { ...by, user: null }));
};

const moveHere = (userId: number) =>
  world.core.run(() => world.core.verifications.begin({ ...asker, purpose: 'messaging-account', pending: { userId } }));

describe('the whole way of a registration', () => {
  it('goes from the page through the chat back to the page', async () => {
    const headers = { origin: publicUrl, 'accept-language': 'ru' };
    const ask = (url: string, payload: object, cookie = '') =>
      world.api.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } });
    const begun = await ask('/auth/register', aForm());
    const [cookie] = begun.cookies;
    const { id, deepLink } = begun.json().verification;
    const payload = new URL(deepLink).searchParams.get('start');
    const code = codeIn((await world.say(anna, `/start ${payload}`)).text);
    expect(await world.userOf(anna)).toBeNull();
    const done = await ask('/auth/verify', { verificationId: id, code }, `${cookie?.name}=${cookie?.value}`);
    expect(done.statusCode).toBe(200);
    expect(await world.userOf(anna)).toMatchObject({ firstName: 'Anna', role: 'basic', language: 'ru' });
  });
});

describe('/start with a verification', () => {
  it('shows the code and what it is for, and makes no account', async () => {
    const answer = await open(anna, await register(aForm({ username: 'Anna-B' })));
    const [first, ...rest] = answer.text.split('\n');
    expect(first).toMatch(/^Code to create the account “Anna-B” at vanags\.example: \d{6}$/);
    expect(rest).toEqual(['Asked for in Chrome · Windows. Valid until 14:10.', WARNING]);
    expect(labels(answer)).toEqual([['New code']]);
    expect(await world.userOf(anna)).toBeNull();
  });

  it('says that filters stay where the chat has an account, in the language and the time of its user', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna, language: 'lv' });
    await aFilter(world.core.orm, user.id);
    await world.core.orm.em.fork().execute("update users set time_zone = 'Europe/London' where id = ?", [user.id]);
    const answer = await open(anna, await register(aForm(), { ...asker, client: null }));
    expect(answer.text.split('\n').slice(1)).toEqual([
      'Tavi filtri paliek: lietotājvārds tiks pievienots šim kontam.',
      'Der līdz 12:10.',
      'Ieraksti to tikai lapā, ko atvēri tu, un nedod nevienam: no Vanaga to nekad neviens neprasīs.',
    ]);
  });

  it('tells a registered Telegram account that it is one', async () => {
    await registered(anna);
    const answer = await open(anna, await register());
    expect(answer.text).toBe('This Telegram account already has a username. Log in with it or with Telegram.');
  });

  it('says the same of what is over, unknown, broken or meant for another chat', async () => {
    const { form } = await registered(anna);
    const late = await register();
    expect((await open(world.somebody('en'), await recover(form.username))).text).toBe(OVER);
    expect((await open(anna, await recover('nobody-here'))).text).toBe(OVER);
    expect((await open(anna, { token: 'A'.repeat(22) })).text).toBe(OVER);
    expect((await world.say(anna, '/start verify_')).text).toBe(OVER);
    world.clock.advance(10 * MINUTE_MS);
    const stranger = world.somebody('en');
    expect((await open(stranger, late)).text).toBe(OVER);
    expect(await world.userOf(stranger)).toBeNull();
  });

  it('is over after five wrong codes', async () => {
    const begun = await register();
    const code = codeIn((await open(anna, begun)).text);
    for (let time = 0; time < 5; time += 1)
      await expect(verify(begun, `${code}1`)).rejects.toMatchObject({ code: 'verification.codeInvalid' });
    expect((await open(anna, begun)).text).toBe(OVER);
  });
});

describe('the button for a new code', () => {
  it('puts it into the same message; the one before no longer works', async () => {
    const begun = await register();
    const answer = await open(anna, begun);
    const before = codeIn(answer.text);
    const { toast, message } = await world.press(anna, answer, 'New code');
    expect(toast.text).toBe('The new code is in the message. The one before no longer works.');
    const code = codeIn(message.text);
    expect(code).not.toBe(before);
    expect(world.emulator.messagesOf(anna).filter(({ from }) => from === 'bot')).toHaveLength(1);
    await expect(verify(begun, before)).rejects.toMatchObject({ code: 'verification.codeInvalid' });
    await verify(begun, code);
    expect(await world.userOf(anna)).not.toBeNull();
    const { toast: late } = await world.press(anna, message, 'New code');
    expect(late).toMatchObject({ text: OVER, showAlert: true });
  });
});

describe('the other codes', () => {
  it('name the account that gets a new password', async () => {
    const { form } = await registered(anna);
    const begun = await recover(form.username);
    const answer = await open(anna, begun);
    expect(answer.text).toMatch(
      new RegExp(`^Code to set a new password for the account “${form.username}” at vanags\\.example: \\d{6}\\n`),
    );
  });

  it('name who moves to the chat, and where alerts will come', async () => {
    const { id } = await registered(anna);
    const newChat = world.somebody('en');
    const begun = await moveHere(id);
    const answer = await open(newChat, begun);
    expect(answer.text).toMatch(
      /^Code to move the Vanags account of Anna at vanags\.example to this Telegram account: \d{6}\nAlerts will then come to this chat\.\n/,
    );
    expect((await open(anna, begun)).text).toBe('This Telegram account is linked already.');
    const taken = world.somebody('en');
    await world.say(taken, '/start');
    expect((await open(taken, begun)).text).toMatch(/has a Vanags account of its own/);
  });

  it('come unasked where a password is forgotten, whole and in the language of the user', async () => {
    const chat = world.somebody('lv');
    const { form } = await registered(chat);
    await world.core.orm.em.fork().execute("update users set language = 'lv' where telegram_id = ?", [chat]);
    const { texts, clock, logger, core } = world;
    const sender = createTelegramSender(core.config.telegram, { texts, publicUrl, clock, logger });
    const deliver = async () => {
      while (await core.run(() => core.delivery.deliverOnce(sender, new AbortController().signal)));
    };
    const begun = await recover(form.username);
    await deliver();
    const [first, ...rest] = (world.emulator.lastMessage(chat)?.text ?? '').split('\n');
    expect(first).toMatch(
      new RegExp(`^Kods, lai kontam „${form.username}” vietnē vanags\\.example iestatītu jaunu paroli: \\d{6}$`),
    );
    expect(rest).toEqual([
      'Prasīts no ierīces: Chrome · Windows. Der līdz 14:10.',
      'Ieraksti to tikai lapā, ko atvēri tu, un nedod nevienam: no Vanaga to nekad neviens neprasīs.',
      'Ja to neprasīji, nedari neko: parole paliek, kāda bija.',
    ]);
    await verify(begun, codeIn(first ?? ''));

    clock.advance(2000);
    await recover(form.username, { ...asker, client: null });
    await deliver();
    expect(world.emulator.lastMessage(chat)?.text).toMatch(/\nDer līdz 14:10\.\n/);
  });
});
