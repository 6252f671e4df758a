import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BotWorld, labels, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());

let anna: number;
let lastTelegramId = 8000;
beforeEach(() => {
  world.emulator.clear();
  lastTelegramId += 1;
  anna = lastTelegramId;
  world.emulator.addUser({ id: anna, first_name: 'Anna', language_code: 'lv' });
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const GOODBYE = 'Konts ir izdzēsts. Paldies, ka biji ar mums! Sākt no jauna: /start';
const storedUser = () => world.core.run(() => world.core.users.findByTelegramId(anna));
const setRole = (role: string) =>
  world.core.run(() => world.core.orm.em.execute('update users set role = ? where telegram_id = ?', [role, anna]));
const looks = (message: ChatMessage) =>
  world.emulator.messagesOf(anna).find(({ id }) => id === message.id) as ChatMessage;

describe('/delete', () => {
  it('says what will go, and carries it out when that is confirmed', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna, role: 'basic' });
    await aFilter(world.core.orm, user.id);
    const question = await world.say(anna, '/delete');
    expect(question.text).toMatch(/^Dzēst kontu\? Pazudīs tavi filtri/);
    expect(labels(question)).toEqual([['Dzēst kontu'], ['Paturēt']]);
    const { toast, message } = await world.press(anna, question, 'Dzēst kontu');
    expect([toast.text, message.text, message.buttons]).toEqual([GOODBYE, GOODBYE, []]);
    expect(await storedUser()).toBeNull();
  });

  it.each([
    ['en', 'Delete account', /^Your account is deleted\./],
    ['ru', 'Удалить аккаунт', /^Аккаунт удалён\./],
  ] as const)('says goodbye in the language of the account: %s', async (language, button, goodbye) => {
    await aUser(world.core.orm, { telegramId: anna, language });
    const { message } = await world.press(anna, await world.say(anna, '/delete'), button);
    expect(message.text).toMatch(goodbye);
  });

  it('keeps the account when that is wished', async () => {
    await world.say(anna, '/start');
    const { message } = await world.press(anna, await world.say(anna, '/delete'), 'Paturēt');
    expect([message.text, message.buttons]).toEqual(['Labi, konts paliek.', []]);
    expect(await storedUser()).not.toBeNull();
  });

  it('makes nothing worse when it is pressed again, or its update comes again after a crash', async () => {
    await aUser(world.core.orm, { telegramId: anna, language: 'ru' });
    const question = await world.say(anna, '/delete');
    const presses = [1, 2, 3].map(() => world.emulator.pressButton(anna, question.id, 'Удалить аккаунт'));
    const updates = world.emulator.takeUpdates();
    for (const update of updates) await world.handle(update);
    await world.core.run(() => world.core.orm.em.execute('delete from processed_updates'));
    for (const update of updates) await world.handle(update);
    for (const press of presses)
      expect((await world.emulator.waitForCallbackAnswer(press)).text).toMatch(/^Аккаунт удалён\./);
    expect(looks(question).text).toMatch(/^Аккаунт удалён\./);
    expect(await storedUser()).toBeNull();
  });

  it('pressed twice at once deletes once and says goodbye twice', async () => {
    await world.say(anna, '/start');
    const question = await world.say(anna, '/delete');
    const presses = [1, 2].map(() => world.emulator.pressButton(anna, question.id, 'Dzēst kontu'));
    await Promise.all(world.emulator.takeUpdates().map((update) => world.handle(update)));
    for (const press of presses) expect((await world.emulator.waitForCallbackAnswer(press)).text).toBe(GOODBYE);
    expect(await storedUser()).toBeNull();
  });

  it('is followed by a new account, which its old button does not touch', async () => {
    const before = await aUser(world.core.orm, { telegramId: anna });
    const [question, later] = [await world.say(anna, '/delete'), await world.say(anna, '/delete')];
    await world.press(anna, later, 'Dzēst kontu');
    expect((await world.say(anna, '/start')).text).toMatch(/^Vanags seko auto sludinājumiem/);
    const { toast } = await world.press(anna, question, 'Dzēst kontu');
    expect(toast).toEqual({ text: expect.stringMatching(/^Šī poga vairs nedarbojas/), showAlert: true });
    const now = await storedUser();
    expect(now?.id).toBeGreaterThan(before.id);
  });

  it('leaves an account alone that has moved to another messaging account', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna });
    const question = await world.say(anna, '/delete');
    await world.core.run(() =>
      world.core.orm.em.execute('update users set telegram_id = ? where id = ?', [anna + 900_000, user.id]),
    );
    const { toast } = await world.press(anna, question, 'Dzēst kontu');
    expect(toast.text).toMatch(/^Šī poga vairs nedarbojas/);
    expect(await world.core.run(() => world.core.users.get(user.id))).toMatchObject({ id: user.id });
  });

  it('is refused to an administrator, also to one who became that meanwhile', async () => {
    const refusal = 'Administratora kontu var dzēst tikai pēc tam, kad šī loma ir atņemta.';
    await world.say(anna, '/start');
    const question = await world.say(anna, '/delete');
    await setRole('admin');
    const { toast, message } = await world.press(anna, question, 'Dzēst kontu');
    expect(toast).toEqual({ text: refusal, showAlert: true });
    expect(labels(message)).toEqual([['Dzēst kontu'], ['Paturēt']]);
    const refused = await world.say(anna, '/delete');
    expect([refused.text, refused.buttons]).toEqual([refusal, []]);
    expect(await storedUser()).not.toBeNull();
  });

  it('makes no account to delete it', async () => {
    expect((await world.say(anna, '/delete')).text).toBe('Tev nav konta, ko dzēst.');
    expect(await storedUser()).toBeNull();
  });

  it('ends a conversation, and takes its state along', async () => {
    await world.say(anna, '/report');
    const question = await world.say(anna, '/delete');
    await world.press(anna, question, 'Dzēst kontu');
    expect((await world.say(anna, 'Kaut kas nedarbojas')).text).toMatch(/^Es saprotu tikai komandas/);
    expect(await world.core.run(() => world.core.orm.em.execute('select 1 from conversation_states'))).toEqual([]);
  });
});

describe('/privacy', () => {
  it.each([
    ['lv', 'Viss par privātumu', /Glabājam:.*\n\nCik ilgi:.*\n\n.*profilā\..*\/delete$/s],
    ['en', 'All about privacy', /We keep:.*\n\nHow long:.*\n\n.*profile\..*\/delete$/s],
    ['ru', 'Всё о конфиденциальности', /Мы храним:.*\n\nКак долго:.*\n\n.*профиле\..*\/delete$/s],
  ])(
    'tells what is stored and how to be rid of it, in %s, without making an account',
    async (language_code, button, text) => {
      world.emulator.addUser({ id: anna, first_name: 'Anna', language_code });
      const answer = await world.say(anna, '/privacy');
      expect(answer.text).toMatch(text);
      expect(answer.buttons).toEqual([[{ text: button, web_app: { url: `${publicUrl}/privacy` } }]]);
      expect(await storedUser()).toBeNull();
    },
  );
});
