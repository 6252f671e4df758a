import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import { anAd, anAdEvent, unknownCar } from '#tests/support/ad-builders.ts';
import { type BotWorld, labels, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { OPERATOR } from '../support/actors.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());

let anna: number;
let lastTelegramId = 5000;
beforeEach(() => {
  world.emulator.clear();
  lastTelegramId += 1;
  anna = lastTelegramId;
  world.emulator.addUser({ id: anna, first_name: 'Anna', language_code: 'lv' });
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const storedUser = (telegramId = anna) => world.core.run(() => world.core.users.findByTelegramId(telegramId));
const annaWithFilters = async (...names: string[]) => {
  const user = await aUser(world.core.orm, { telegramId: anna, role: 'basic' });
  const filters = [];
  for (const name of names) filters.push(await aFilter(world.core.orm, user.id, { name }));
  return { user, filters };
};
const isActive = async (userId: number, filterId: number) =>
  (await world.core.run(() => world.core.filters.get(userId, filterId))).active;

describe('/start', () => {
  it('says in three lines what Vanags does, with the launch button, and makes the account', async () => {
    const answer = await world.say(anna, '/start');
    expect(answer.text.split('\n')).toHaveLength(3);
    expect(answer.buttons).toEqual([[{ text: 'Atvērt Vanagu', web_app: { url: `${publicUrl}/` } }]]);
    expect(await storedUser()).toMatchObject({ firstName: 'Anna', role: 'basic', language: 'lv' });
  });

  it('shows the state of the filters to a user who comes back', async () => {
    await world.say(anna, '/start');
    expect((await world.say(anna, '/start')).text).toMatch(/^Tev vēl nav neviena filtra/);
    const user = await storedUser();
    await aFilter(world.core.orm, user?.id ?? 0);
    await aFilter(world.core.orm, user?.id ?? 0, { active: false });
    await world.say(anna, '/pause');
    expect((await world.say(anna, '/start')).text).toBe('Aktīvie filtri: 1 no 5.\nZiņas ir apturētas. Atsākt: /resume');
  });

  it('tells a user without a plan how to get one', async () => {
    await aUser(world.core.orm, { telegramId: anna, role: 'user' });
    expect((await world.say(anna, '/start')).text).toMatch(/^Tavs pašreizējais plāns neļauj veidot filtrus/);
  });

  it('with the name of a filter leads to its editor', async () => {
    const { filters } = await annaWithFilters('Ģimenes auto');
    const answer = await world.say(anna, `/start f_${filters[0]?.id}`);
    expect(answer.text).toBe('Filtrs „Ģimenes auto” ir ieslēgts.');
    const url = `${publicUrl}/filters/update/${filters[0]?.id}`;
    expect(answer.buttons).toEqual([[{ text: 'Labot filtru', web_app: { url } }]]);
  });

  it("does not show another user's filter", async () => {
    const stranger = await aUser(world.core.orm);
    const { id } = await aFilter(world.core.orm, stranger.id, { name: 'Noslēpums' });
    await annaWithFilters('Mans');
    expect((await world.say(anna, `/start f_${id}`)).text).toMatch(/^Aktīvie filtri: 1 no 5/);
  });

  it('reaches the user again after a block', async () => {
    const { user } = await annaWithFilters();
    await world.say(anna, '/start');
    world.emulator.block(anna);
    await world.deliver();
    const state = () => world.core.run(() => world.core.alerts.state(user.id));
    expect(await state()).toMatchObject({ reachable: false, reason: 'blocked' });
    world.emulator.start(anna);
    await world.deliver();
    expect(await state()).toMatchObject({ reachable: true, reason: null });
  });
});

describe('/filters', () => {
  it('is a list whose buttons switch the filters in place', async () => {
    const { user, filters } = await annaWithFilters('Ģimenes auto', 'Kabriolets');
    const list = await world.say(anna, '/filters');
    expect(labels(list)).toEqual([['Ģimenes auto · ieslēgts'], ['Kabriolets · ieslēgts'], ['Atvērt filtrus']]);
    const { toast, message } = await world.press(anna, list, 'Kabriolets · ieslēgts');
    expect(toast.text).toBe('Filtrs „Kabriolets” ir izslēgts.');
    expect(message.text).toMatch(/^Aktīvie filtri: 1 no 5/);
    expect(labels(message)[1]).toEqual(['Kabriolets · izslēgts']);
    expect(await isActive(user.id, filters[1]?.id ?? 0)).toBe(false);
    expect(world.emulator.sends()).toHaveLength(1);
  });

  it('changes nothing when an old button is pressed again', async () => {
    const { user, filters } = await annaWithFilters('Ģimenes auto');
    const list = await world.say(anna, '/filters');
    const query = world.emulator.pressButton(anna, list.id, 'Ģimenes auto · ieslēgts');
    const again = world.emulator.pressButton(anna, list.id, 'Ģimenes auto · ieslēgts');
    await world.deliver();
    await world.emulator.waitForCallbackAnswer(query);
    await world.emulator.waitForCallbackAnswer(again);
    expect(await isActive(user.id, filters[0]?.id ?? 0)).toBe(false);
  });

  it('says so at the limit of the plan', async () => {
    const { user } = await annaWithFilters('a', 'b', 'c', 'd', 'e');
    const sixth = await aFilter(world.core.orm, user.id, { name: 'f', active: false });
    const { toast, message } = await world.press(anna, await world.say(anna, '/filters'), 'f · izslēgts');
    expect(toast).toEqual({
      text: 'Sasniegts aktīvo filtru limits. Izslēdz kādu citu filtru vai maini plānu.',
      showAlert: true,
    });
    expect(labels(message)).toContainEqual(['f · izslēgts']);
    expect(await isActive(user.id, sixth.id)).toBe(false);
  });

  it('drops a filter that was deleted elsewhere', async () => {
    const { user, filters } = await annaWithFilters('Vecais');
    const list = await world.say(anna, '/filters');
    await world.core.run(() => world.core.filters.remove(user.id, filters[0]?.id ?? 0));
    const { toast, message } = await world.press(anna, list, 'Vecais · ieslēgts');
    expect(toast.text).toBe('Filtrs nav atrasts.');
    expect(labels(message)).toEqual([['Izveidot filtru']]);
  });

  it('offers the first filter, or a plan, to who has none', async () => {
    const empty = await world.say(anna, '/filters');
    expect(empty.text).toMatch(/^Tev vēl nav neviena filtra/);
    expect(empty.buttons).toEqual([[{ text: 'Izveidot filtru', web_app: { url: `${publicUrl}/filters/new` } }]]);
    const user = await storedUser();
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, user?.id ?? 0, 'user'));
    const restricted = await world.say(anna, '/filters');
    expect(restricted.text).toMatch(/^Tavs pašreizējais plāns neļauj veidot filtrus/);
    expect(labels(restricted)).toEqual([['Atvērt filtrus']]);
  });
});

describe('/pause and /resume', () => {
  it('tell how many ads matched meanwhile', async () => {
    await annaWithFilters('Viss');
    expect((await world.say(anna, '/pause')).text).toMatch(/^Ziņas ir apturētas/);
    expect((await world.say(anna, '/pause')).text).toMatch(/^Ziņas jau ir apturētas/);
    world.clock.advance(60_000);
    for (const brand of ['bmw', 'audi']) {
      const releasedAt = world.clock.now();
      await anAdEvent(world.core.orm, await anAd(world.core.orm, { brand }), { releasedAt });
    }
    world.clock.advance(60_000);
    expect((await world.say(anna, '/resume')).text).toBe(
      'Ziņas atkal ir ieslēgtas.\nPa to laiku taviem filtriem atbilda 2 sludinājumi.',
    );
    expect((await world.say(anna, '/resume')).text).toBe('Ziņas jau ir ieslēgtas.');
  });

  it('say so when nothing matched', async () => {
    await annaWithFilters();
    await world.say(anna, '/pause');
    expect((await world.say(anna, '/resume')).text).toMatch(/nekas neatbilda taviem filtriem\.$/);
  });
});

describe('/language', () => {
  it('changes the language of the answer, of the account and of the menu', async () => {
    const question = await world.say(anna, '/language');
    expect(labels(question)).toEqual([['Latviešu', 'English', 'Русский']]);
    const { toast, message } = await world.press(anna, question, 'Русский');
    expect(toast.text).toBe('Теперь буду писать по-русски.');
    expect(message.text).toBe('Теперь буду писать по-русски.');
    expect(await storedUser()).toMatchObject({ language: 'ru' });
    expect((await world.say(anna, '/app')).text).toMatch(/в приложении\.$/);
    const commands = world.emulator.calls('setMyCommands').at(-1)?.payload;
    expect(commands).toMatchObject({ scope: { type: 'chat', chat_id: anna } });
    expect(world.emulator.calls('setChatMenuButton').at(-1)?.payload).toMatchObject({
      menu_button: { text: 'Фильтры' },
    });
  });

  it('answers although the menu cannot be changed', async () => {
    const question = await world.say(anna, '/language');
    world.emulator.fault({ method: 'setMyCommands', kind: 'error', errorCode: 500 });
    const { message } = await world.press(anna, question, 'English');
    expect(message.text).toBe('I will write in English from now on.');
    expect(world.emulator.sends()).toHaveLength(1);
  });
});

it.each([
  ['lv', 'Atvērt Vanagu', '/pause – Apturēt ziņas'],
  ['en', 'Open Vanags', '/pause – Pause alerts'],
  ['ru', 'Открыть Vanags', '/pause – Приостановить сообщения'],
])('/app and /help speak %s to whom Telegram does', async (language_code, button, line) => {
  world.emulator.addUser({ id: anna, first_name: 'Anna', language_code });
  expect(labels(await world.say(anna, '/app'))).toEqual([[button]]);
  expect((await world.say(anna, '/help')).text).toContain(line);
});

describe('the buttons of an alert', () => {
  async function anAlert(
    ...names: string[]
  ): Promise<{ alert: ChatMessage; userId: number; adId: number; ids: number[] }> {
    const { user, filters } = await annaWithFilters(...names);
    const adId = await anAd(world.core.orm, { brand: 'bmw', year: 2017 });
    await world.say(anna, '/start');
    const { config, clock, logger } = world.core;
    const sender = createTelegramSender(config.telegram, { texts: world.texts, publicUrl, clock, logger });
    const content = {
      adId,
      url: 'https://market.test/1',
      title: null,
      photo: null,
      facts: { ...unknownCar, brand: 'bmw', year: 2017 },
      since: clock.now(),
      occasion: 'new' as const,
      price: null,
      oldPrice: null,
      filters: filters.map(({ id, name }) => ({ id, name })),
    };
    const message = { chatId: anna, locale: 'lv' as const, timeZone: 'Europe/Riga' };
    await sender.send({ ...message, content: { kind: 'alert', alert: content } });
    const alert = world.emulator.lastMessage(anna) as ChatMessage;
    return { alert, userId: user.id, adId, ids: filters.map(({ id }) => id) };
  }
  const hidden = (userId: number) =>
    world.core.orm.em.fork().execute('select ad_id from hidden_ads where user_id = ?', [userId]);

  it('hide the ad and offer to undo that', async () => {
    const { alert, userId, adId } = await anAlert('Ģimenes auto');
    const { message, toast } = await world.press(anna, alert, 'Paslēpt');
    expect(toast.text).toMatch(/^Paslēpts/);
    expect(labels(message)).toEqual([
      ['Atvērt', 'Paslēpts · Atsaukt'],
      ['Labot filtru', 'Izslēgt filtru'],
    ]);
    expect(await hidden(userId)).toEqual([{ ad_id: String(adId) }]);
    const undone = await world.press(anna, message, 'Paslēpts · Atsaukt');
    expect(labels(undone.message)[0]).toEqual(['Atvērt', 'Paslēpt']);
    expect(await hidden(userId)).toEqual([]);
  });

  it('turn the filter off and on again', async () => {
    const { alert, userId, ids } = await anAlert('Ģimenes auto');
    const { message } = await world.press(anna, alert, 'Izslēgt filtru');
    expect(labels(message)[1]).toEqual(['Labot filtru', 'Ieslēgt atkal']);
    expect(await isActive(userId, ids[0] ?? 0)).toBe(false);
    const again = await world.press(anna, message, 'Ieslēgt atkal');
    expect(labels(again.message)[1]).toEqual(['Labot filtru', 'Izslēgt filtru']);
    expect(await isActive(userId, ids[0] ?? 0)).toBe(true);
  });

  it('name the filter where several match', async () => {
    const { alert } = await anAlert('Viens', 'Divi');
    const { message } = await world.press(anna, alert, 'Izslēgt „Divi”');
    expect(labels(message).slice(1)).toEqual([['Izslēgt „Viens”'], ['Ieslēgt atkal „Divi”'], ['Labot filtrus']]);
  });
});
