import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAd } from '#tests/support/ad-builders.ts';
import { type BotWorld, openBotWorld } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());

let anna: number;
let lastTelegramId = 6000;
let lastUpdateId = 1_000_000;
beforeEach(() => {
  world.emulator.clear();
  lastTelegramId += 1;
  anna = lastTelegramId;
  world.emulator.addUser({ id: anna, first_name: 'Anna', language_code: 'lv' });
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const nextUpdateId = () => {
  lastUpdateId += 1;
  return lastUpdateId;
};
const storedUser = (telegramId: number) => world.core.run(() => world.core.users.findByTelegramId(telegramId));
const from = (more: object = {}) => ({ id: anna, is_bot: false, first_name: 'Anna', language_code: 'lv', ...more });
const chat = () => ({ id: anna, type: 'private', first_name: 'Anna' });
const command = (text: string) => ({ text, entities: [{ type: 'bot_command', offset: 0, length: text.length }] });
const messageUpdate = (content: object) => ({
  update_id: nextUpdateId(),
  message: { message_id: 1, date: 1_790_000_000, chat: chat(), from: from(), ...content },
});
const pressUpdate = (data: string, more: object = {}) => ({
  update_id: nextUpdateId(),
  callback_query: { id: '1', from: from(), chat_instance: '1', data, ...more },
});

describe('/start', () => {
  it.each(['x'.repeat(64), 'f_0', 'f_-1', 'f_12abc', 'f_9999999999999999999', 'login_', 'f_1; drop table users'])(
    'with the payload %s is a plain /start',
    async (payload) => {
      expect((await world.say(anna, `/start ${payload}`)).text).toMatch(/^Vanags seko auto sludinājumiem/);
    },
  );

  it('a hundred times at once makes one account and gets a hundred answers', async () => {
    for (let count = 0; count < 100; count += 1) world.emulator.start(anna);
    await world.deliver();
    expect(world.emulator.sends()).toHaveLength(100);
    expect(await storedUser(anna)).not.toBeNull();
  });

  it.each(['', '\u202eannA', '<b>&</b>', '👩‍👩‍👧‍👦'.repeat(60)])('takes the first name %s', async (first_name) => {
    world.emulator.addUser({ id: anna, first_name, language_code: 'lv' });
    await world.say(anna, '/start');
    expect(await storedUser(anna)).not.toBeNull();
  });

  it.each([
    ['lv-LV', 'lv'],
    ['en-GB', 'en'],
    ['ru', 'ru'],
    ['zz', 'lv'],
    [undefined, 'lv'],
  ])('with the language %s makes an account in %s', async (language_code, language) => {
    world.emulator.addUser({ id: anna, first_name: 'Anna', ...(language_code ? { language_code } : {}) });
    await world.say(anna, '/start');
    expect(await storedUser(anna)).toMatchObject({ language });
  });

  it('of the largest id that can be held exactly makes its account', async () => {
    anna = Number.MAX_SAFE_INTEGER;
    world.emulator.addUser({ id: anna, first_name: 'Anna' });
    await world.say(anna, '/start');
    expect(await storedUser(anna)).toMatchObject({ telegramId: anna });
  });

  it('of an id that cannot be held exactly is ignored', async () => {
    await world.handle(messageUpdate({ ...command('/start'), from: from({ id: 2 ** 53 + 2 }) }));
    expect(world.emulator.calls()).toEqual([]);
  });
});

describe('what is said in private', () => {
  it('gets help when it is no command', async () => {
    for (const text of ['sveiki', '/unknown', '/start@someoneelse', 'a'.repeat(4096), '\u202e']) {
      const answer = await world.say(anna, text);
      expect(answer.text).toMatch(/^Es saprotu tikai komandas un pogas\.\n\n\/start – /);
    }
    expect(await storedUser(anna)).toBeNull();
  });

  it('gets a friendly line when it is no text', async () => {
    world.emulator.sendSticker(anna);
    world.emulator.sendPhoto(anna, '/filters');
    world.emulator.shareContact(anna, '+37120000000');
    await world.deliver();
    expect(world.emulator.sends()).toHaveLength(3);
    expect(world.emulator.lastMessage(anna)?.text).toMatch(/^Paldies, bet attēlus/);
  });

  it('makes an account quietly with any command', async () => {
    await world.say(anna, '/help');
    expect(await storedUser(anna)).toMatchObject({ role: 'basic' });
  });

  it('is answered with an apology when something breaks, and the next message works', async () => {
    world.emulator.fault({ method: 'sendMessage', kind: 'error', errorCode: 500 });
    expect((await world.say(anna, '/app')).text).toMatch(/^Neizdevās\./);
    expect((await world.say(anna, '/app')).text).toMatch(/ir lietotnē\.$/);
  });

  it('ends quietly when the user blocks the bot meanwhile', async () => {
    world.emulator.sendText(anna, '/app');
    const updates = world.emulator.takeUpdates();
    world.emulator.block(anna);
    for (const update of updates) await world.handle(update);
    expect(world.emulator.sends()).toEqual([]);
  });
});

it.each([
  ['a message without a sender', { message: { message_id: 1, date: 1, chat: { id: 1, type: 'private' }, text: 'x' } }],
  ['a message without content', () => messageUpdate({})],
  ['a message of a bot', () => messageUpdate({ ...command('/start'), from: from({ is_bot: true }) })],
  ['a pinned message', () => messageUpdate({ pinned_message: { message_id: 2, date: 0, chat: chat() } })],
  [
    'an edited message',
    () => ({ update_id: nextUpdateId(), edited_message: messageUpdate(command('/start')).message }),
  ],
  ['a channel post', { channel_post: { message_id: 1, date: 1, chat: { id: -100, type: 'channel' }, text: '/start' } }],
  [
    'a command in the private chat of somebody else',
    () => messageUpdate({ ...command('/start'), chat: { ...chat(), id: anna + 1 } }),
  ],
  [
    'a command of somebody without a name',
    () => messageUpdate({ ...command('/start'), from: from({ first_name: null }) }),
  ],
  ['a command that stands in no text', () => messageUpdate({ entities: command('/start').entities })],
  ['a press that nobody can answer', () => pressUpdate('g:ru', { id: 1 })],
  ['a poll', { poll: { id: '1', question: '?', options: [] } }],
  ['a kind of update that is not known yet', { something_new: { from: { id: 1, is_bot: false } } }],
])('%s is ignored', async (_name, update) => {
  await world.handle(typeof update === 'function' ? update() : { update_id: nextUpdateId(), ...update });
  expect(world.emulator.calls()).toEqual([]);
});

it('a message by way of another bot, or forwarded, is one of the user', async () => {
  const bot = { id: 9, is_bot: true, first_name: 'Inline', username: 'inline_bot' };
  world.emulator.start(anna);
  world.emulator.takeUpdates();
  await world.handle(messageUpdate({ text: 'x', via_bot: bot }));
  await world.handle(messageUpdate({ text: 'x', forward_origin: { type: 'user', date: 1, sender_user: bot } }));
  expect(world.emulator.sends()).toHaveLength(2);
});

describe('a press', () => {
  const press = async (data: string, more: object = {}) => {
    await world.handle(pressUpdate(data, { message: messageUpdate({ text: 'x' }).message, ...more }));
    return world.emulator.calls('answerCallbackQuery').at(-1)?.payload;
  };

  it.each([
    '',
    'x'.repeat(64),
    'f:1',
    'f:1:2',
    'f:-1:1',
    'f:01:1',
    'f:1:1:1',
    'h:9999999999999999:1',
    'g:de',
    'toggle:5',
  ])('with the data %s is answered politely', async (data) => {
    expect(await press(data)).toMatchObject({ text: expect.stringMatching(/^Šī poga vairs nedarbojas/) });
  });

  it("on another user's filter, or on one that is gone, changes nothing and says not found", async () => {
    const stranger = await aUser(world.core.orm);
    const { id } = await aFilter(world.core.orm, stranger.id);
    await aUser(world.core.orm, { telegramId: anna });
    for (const data of [`f:${id}:0`, `l:${id}:0`, 'f:999999999:0'])
      expect(await press(data)).toMatchObject({ text: 'Filtrs nav atrasts.', show_alert: true });
    expect((await world.core.run(() => world.core.filters.get(stranger.id, id))).active).toBe(true);
  });

  it('on an ad that is gone says not found', async () => {
    await aUser(world.core.orm, { telegramId: anna });
    expect(await press('h:999999999:1')).toMatchObject({ text: 'Sludinājums nav atrasts.' });
  });

  it('of somebody without an account makes none', async () => {
    const adId = await anAd(world.core.orm);
    for (const data of [`h:${adId}:1`, 'f:1:0', 'l:1:0', 'g:ru'])
      expect(await press(data)).toMatchObject({ text: 'Vispirms nospied /start' });
    expect(await storedUser(anna)).toBeNull();
  });

  it('that is answered too late still does what it should', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna });
    const { id } = await aFilter(world.core.orm, user.id);
    // The query is unknown to the emulator, which refuses the answer as Telegram refuses an old one.
    await press(`f:${id}:0`);
    expect((await world.core.run(() => world.core.filters.get(user.id, id))).active).toBe(false);
    expect(world.emulator.sends()).toEqual([]);
  });

  it('on a message too old to be read does what it should', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna });
    const { id } = await aFilter(world.core.orm, user.id);
    await press(`f:${id}:0`, { message: { chat: chat(), message_id: 1, date: 0 } });
    expect((await world.core.run(() => world.core.filters.get(user.id, id))).active).toBe(false);
  });
});

it('an update that comes twice has one effect', async () => {
  world.emulator.start(anna);
  const [update] = world.emulator.takeUpdates();
  await world.handle(update ?? {});
  await world.handle(update ?? {});
  expect(world.emulator.sends()).toHaveLength(1);
});

describe('a group', () => {
  const group = { id: -1_001_000_000_777, title: 'Auto draugi' };

  it('is asked once to write privately when the bot is added, and after each command', async () => {
    world.emulator.groupMessage(anna, 'labdien', group);
    await world.deliver();
    expect(world.emulator.messagesOf(group.id).filter((message) => message.from === 'bot')).toHaveLength(1);
    for (const text of ['/filters', 'kas tas ir?', '/start f_1']) world.emulator.groupMessage(anna, text, group);
    await world.deliver();
    const said = world.emulator.messagesOf(group.id).filter((message) => message.from === 'bot');
    expect(said).toHaveLength(3);
    expect(said.at(-1)?.text).toContain(`@${world.emulator.botInfo.username}`);
    expect(await storedUser(anna)).toBeNull();
  });
});
