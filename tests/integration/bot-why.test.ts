import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { anAd, anAdEvent, aPriceDrop } from '#tests/support/ad-builders.ts';
import { type BotWorld, labels, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());

let lastTelegramId = 7000;
beforeEach(async () => {
  world.emulator.clear();
  await sql('truncate users, ads, notifications cascade');
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const sql = (statement: string, params: unknown[] = []) => world.core.orm.em.fork().execute(statement, params);
const bmw: Partial<AdFacts> = { brand: 'bmw', model: '320', year: 2017, price: 12_900, engine: 'diesel' };

/** Somebody in a chat with the bot, with one filter. */
async function aBuyer(name: string, given: { criteria?: Partial<FilterCriteria>; language?: Locale } = {}) {
  lastTelegramId += 1;
  const chat = lastTelegramId;
  world.emulator.addUser({ id: chat, first_name: 'Anna', language_code: given.language ?? 'en' });
  const user = await aUser(world.core.orm, { telegramId: chat, role: 'basic', language: given.language ?? 'en' });
  const filter = await aFilter(world.core.orm, user.id, { name, criteria: given.criteria ?? {} });
  await sql("update filters set edited_at = '2026-11-01'");
  await world.say(chat, '/start');
  return { chat, user, filter };
}

/** Matches and sends all that waits, as the service does. */
async function alertAll(): Promise<void> {
  const { core, texts } = world;
  const { config, clock, logger } = core;
  const sender = createTelegramSender(config.telegram, { texts, publicUrl, clock, logger });
  const { signal } = new AbortController();
  await sql('update recipients set next_send_at = ?', [new Date(0)]);
  while (await core.run(() => core.matching.matchOnce()));
  while (await core.run(() => core.delivery.deliverOnce(sender, signal)));
}

/** An ad that everybody whose filter matches is told of. */
async function anAlert(facts: Partial<AdFacts> = {}): Promise<number> {
  const ad = await anAd(world.core.orm, { ...bmw, ...facts });
  await anAdEvent(world.core.orm, ad, { releasedAt: world.clock.now() });
  await alertAll();
  world.clock.advance(60_000);
  return ad;
}

const lastAlert = (chat: number) => world.emulator.lastMessage(chat) as ChatMessage;
const readable = ({ text }: ChatMessage) => text.replaceAll('\u00a0', ' ');

describe('/why', () => {
  it('explains the latest alert, and leads to the filter', async () => {
    const criteria: Partial<FilterCriteria> = { carBrand: 'bmw', carModel: ['3-series', 'x5'], priceMax: 15_000 };
    const { chat, filter } = await aBuyer('Ģimenes auto', { criteria });
    await anAlert();
    const answer = await world.say(chat, '/why');
    expect(readable(answer)).toBe(
      [
        'BMW 320 · 2017',
        '',
        'It matches the filter “Ģimenes auto”:',
        '✓ Brand: BMW',
        '✓ Model: 320 · asked: 3 Series or X5',
        '✓ Price: 12 900 € · asked: up to 15 000 €',
        'Everything else is open.',
      ].join('\n'),
    );
    expect(answer.buttons).toEqual([
      [{ text: 'Edit filter', web_app: { url: `${publicUrl}/filters/update/${filter.id}` } }],
    ]);
  });

  it.each([
    ['lv', 'Atbilst filtram „Auto”:', 'Filtrs neko nenosaka: der jebkurš auto.'],
    ['ru', 'Подходит под фильтр «Auto»:', 'Фильтр ничего не требует: подойдёт любая машина.'],
  ] as const)('speaks %s', async (language, heading, rest) => {
    const { chat } = await aBuyer('Auto', { language });
    await anAlert();
    expect(
      readable(await world.say(chat, '/why'))
        .split('\n')
        .slice(2),
    ).toEqual([heading, rest]);
  });

  it('in reply to an alert explains that one', async () => {
    const { chat } = await aBuyer('Any');
    await anAlert({ model: '330' });
    const { id } = lastAlert(chat);
    await anAlert();
    const answer = await world.say(chat, '/why', id);
    expect(readable(answer)).toMatch(/^BMW 330 · 2017\n/);
    expect(labels(answer)).toEqual([['Edit filter']]);
  });

  it('offers the alerts before, and shows them in the same message', async () => {
    const { chat } = await aBuyer('Any');
    for (const model of ['318', '320', '330']) await anAlert({ model });
    const answer = await world.say(chat, '/why');
    expect(readable(answer)).toMatch(/^BMW 330 · 2017\n[\s\S]*\n\nExplain another:$/);
    expect(labels(answer).map((row) => row.map((label) => label.replaceAll('\u00a0', ' ')))).toEqual([
      ['Edit filter'],
      ['BMW 330 · 2017 · 12 900 €'],
      ['BMW 320 · 2017 · 12 900 €'],
      ['BMW 318 · 2017 · 12 900 €'],
    ]);
    const { message, toast } = await world.press(chat, answer, String(labels(answer)[3]?.[0]));
    expect(toast).toEqual({ showAlert: false });
    expect(readable(message)).toMatch(/^BMW 318 · 2017\n/);
    expect(labels(message)).toEqual(labels(answer));
    const again = await world.press(chat, message, String(labels(answer)[3]?.[0]));
    expect(again.message.text).toBe(message.text);
  });

  it('in reply to a digest asks which ad is meant', async () => {
    const { chat, user } = await aBuyer('Any');
    await sql("update users set delivery_mode = 'hourly' where id = ?", [user.id]);
    for (const model of ['318', '320']) {
      await anAdEvent(world.core.orm, await anAd(world.core.orm, { ...bmw, model }), { releasedAt: world.clock.now() });
    }
    await alertAll();
    world.clock.advance(3_600_000);
    await alertAll();
    const digest = lastAlert(chat);
    expect(digest.text).toMatch(/^2 ads for your filters/);
    const question = await world.say(chat, '/why', digest.id);
    expect(question.text).toBe('That message told of several ads. Which one do you mean?');
    const { message } = await world.press(chat, question, String(labels(question)[1]?.[0]));
    expect(readable(message)).toMatch(/^BMW 318 · 2017\n[\s\S]*\n\nExplain another:$/);
    expect(labels(message).slice(1)).toEqual(labels(question));
  });

  it('explains by each filter that the alert named, with names that are no markup', async () => {
    const { chat, user } = await aBuyer('<b>A & B</b>', { criteria: { priceMax: 15_000 } });
    await aFilter(world.core.orm, user.id, { name: 'Dīzelis', criteria: { engine: ['diesel', 'hybrid'] } });
    await aFilter(world.core.orm, user.id, { name: 'Audi', criteria: { carBrand: 'audi' } });
    await anAlert();
    await sql("update filters set edited_at = '2026-11-01'");
    const answer = await world.say(chat, '/why');
    expect(readable(answer)).toBe(
      [
        'BMW 320 · 2017',
        '',
        'It matches the filter “<b>A & B</b>”:',
        '✓ Price: 12 900 € · asked: up to 15 000 €',
        'Everything else is open.',
        '',
        'It matches the filter “Dīzelis”:',
        '✓ Engine: diesel · asked: diesel or hybrid',
        'Everything else is open.',
      ].join('\n'),
    );
    expect(labels(answer)).toEqual([['Edit filters']]);
  });

  it('says what holds now where filter and ad have changed', async () => {
    const { chat, filter } = await aBuyer('Lēts', { criteria: { priceMax: 15_000 } });
    const ad = await anAlert();
    await sql('update filters set price_max = 14000, edited_at = ? where id = ?', [world.clock.now(), filter.id]);
    await sql('update ads set price = 14500, gone_at = ? where id = ?', [world.clock.now(), ad]);
    expect(readable(await world.say(chat, '/why'))).toBe(
      [
        'BMW 320 · 2017',
        'The price has changed since the alert: 12 900 € → 14 500 €.',
        'The ad is no longer available.',
        '',
        'It no longer matches the filter “Lēts”:',
        'The filter was edited or switched on again after this alert.',
        '✗ Price: 14 500 € · asked: up to 14 000 €',
        'Everything else is open.',
      ].join('\n'),
    );
  });

  it('says that a filter is off or deleted', async () => {
    const { chat, user, filter } = await aBuyer('Any');
    await anAlert();
    const { filters } = world.core;
    await world.core.run(() => filters.setActive(user.id, filter.id, false));
    expect(readable(await world.say(chat, '/why'))).toMatch(
      /It matches the filter “Any”:\nThe filter is off now\.\nThe filter asks for nothing: any car will do\.$/,
    );
    await world.core.run(() => filters.remove(user.id, filter.id));
    const answer = await world.say(chat, '/why');
    expect(readable(answer)).toBe('BMW 320 · 2017\n\n1 filter named in the alert has been deleted.');
    expect(answer.buttons).toEqual([]);
  });

  it('says that a fall of the price was the reason', async () => {
    const { chat } = await aBuyer('Any');
    const ad = await anAlert();
    await aPriceDrop(world.core.orm, ad, 11_900);
    await alertAll();
    expect(readable(await world.say(chat, '/why'))).toMatch(
      /^BMW 320 · 2017\nI wrote because the price fell: 12 900 € → 11 900 €\.\n\nIt matches/,
    );
  });

  it('says so where there is no alert to explain', async () => {
    const { chat } = await aBuyer('Any');
    expect((await world.say(chat, '/why')).text).toBe('You have not had any alerts yet.');
    const help = await world.say(chat, '/help');
    expect((await world.say(chat, '/why', help.id)).text).toMatch(/^That message is not an alert\./);
    expect(help.text).toContain('/why – Why I got an alert');
  });
});

describe('somebody else', () => {
  it('learns nothing of an alert by its number', async () => {
    const anna = await aBuyer('Any');
    await anAlert();
    const bruno = await aBuyer('Other');
    await anAlert({ model: '330' });
    await anAlert({ model: '318' });
    const answer = await world.say(bruno.chat, '/why');
    const [theirs] = await sql('select subject_id from notifications where user_id = ? order by subject_id limit 1', [
      anna.user.id,
    ]);
    const query = {
      id: '1',
      from: { id: bruno.chat, is_bot: false, first_name: 'Bruno' },
      chat_instance: '1',
      data: `w:${(theirs as { subject_id: string }).subject_id}`,
      message: answer.message,
    };
    await world.handle({ update_id: 900_001, callback_query: query });
    const call = world.emulator.calls('answerCallbackQuery').at(-1);
    expect(call?.payload).toMatchObject({ text: 'I can no longer find this alert.', show_alert: true });
    expect(lastAlert(bruno.chat).text).toBe(answer.text);
  });

  it('learns nothing of a filter that an alert is said to name', async () => {
    const anna = await aBuyer('Secret', { criteria: { carBrand: 'audi' } });
    const bruno = await aBuyer('Any');
    await anAlert();
    await sql('update notifications set filter_ids = filter_ids || ?::bigint', [anna.filter.id]);
    expect(readable(await world.say(bruno.chat, '/why'))).not.toContain('Secret');
  });

  it('who replies with the number of a message in another chat is told of no alert', async () => {
    const anna = await aBuyer('Any');
    await anAlert();
    const bruno = await aBuyer('Other', { criteria: { carBrand: 'audi' } });
    const message = { ...lastAlert(anna.chat).message, chat: { id: bruno.chat, type: 'private' } };
    const from = { id: bruno.chat, is_bot: false, first_name: 'Bruno', language_code: 'en' };
    const text = { text: '/why', entities: [{ type: 'bot_command', offset: 0, length: 4 }] };
    const date = Math.floor(world.clock.now().getTime() / 1000);
    await world.handle({
      update_id: 900_002,
      message: { message_id: 1, date, from, chat: message.chat, reply_to_message: message, ...text },
    });
    expect(lastAlert(bruno.chat).text).toMatch(/^That message is not an alert\./);
  });
});
