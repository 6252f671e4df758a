import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { createLogger } from '#core/logger.ts';
import type { AlertContent, MessageContent, MessageSender } from '#core/notifications/message-sender.ts';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { Fault, TelegramEmulator } from '#tools/telegram-emulator/types.ts';

const anna = 5001;
const clock = createTestClock('2026-11-20T12:00:00Z');
const texts = createI18n(loadResources());

const alert: AlertContent = {
  adId: 345,
  url: 'https://www.ss.lv/msg/lv/transport/cars/volvo/v60/abcde.html',
  title: 'Volvo V60',
  photo: 'https://i.ss.lv/gallery/car.800.jpg',
  facts: { ...unknownCar, brand: 'volvo', model: 'v60', price: 13_490, year: 2018, area: 'ogre' },
  since: new Date('2026-11-20T11:57:00Z'),
  occasion: 'price_drop',
  price: 13_490,
  oldPrice: 14_500,
  filters: [{ id: 12, name: 'Volvo ģimenei' }],
};

let emulator: TelegramEmulator;
let sender: MessageSender;
let log: string;

function senderFor(apiRoot: string, token = emulator.token, callMs = 10_000): MessageSender {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const telegram = { token, apiRoot, webOrigin: apiRoot, linkOrigin: 'https://t.me', initDataMaxAgeS: 86_400 };
  const logger = createLogger('trace', destination);
  return createTelegramSender(telegram, { texts, publicUrl: 'https://vanags.example', clock, logger, callMs });
}

const send = (content: MessageContent, locale: 'lv' | 'en' | 'ru' = 'lv') =>
  sender.send({ chatId: anna, locale, timeZone: 'Europe/Riga', content });
const sendAlert = (change: Partial<AlertContent> = {}) => send({ kind: 'alert', alert: { ...alert, ...change } });
const refuse = (method: string, fault: Partial<Fault> = {}) =>
  emulator.fault({ method, kind: 'error', errorCode: 400, description: 'Bad Request: wrong file', ...fault });
const methods = () => emulator.calls().map(({ method }) => method);

beforeAll(async () => {
  emulator = await startTelegramEmulator();
});
afterAll(() => emulator.close());

beforeEach(() => {
  emulator.clear();
  emulator.start(anna);
  log = '';
  sender = senderFor(emulator.url);
});

afterEach(() => {
  expect(emulator.violations()).toEqual([]);
  expect(log).not.toContain(emulator.token);
  expect(log).not.toContain('Volvo');
});

describe('an alert', () => {
  it('is a photo with caption and buttons', async () => {
    const result = await sendAlert();
    const message = emulator.lastMessage(anna);
    expect(result).toEqual({ outcome: 'sent', messageId: message?.id });
    expect(message?.kind).toBe('photo');
    expect(message?.text.replaceAll('\u00a0', ' ')).toBe(
      '14 500 13 490 € (−7 %)\nVolvo V60 · 2018\nOgre · cena mainīta pirms 3 min\nFiltrs: „Volvo ģimenei”',
    );
    expect(message?.entities.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['strikethrough', 'bold', 'text_link']),
    );
    expect(message?.buttons.map((row) => row.map(({ text }) => text))).toEqual([
      ['Atvērt', 'Paslēpt'],
      ['Labot filtru', 'Izslēgt filtru'],
    ]);
  });

  it('without a photo is a text with a large preview above it', async () => {
    await sendAlert({ photo: null });
    expect(emulator.lastMessage(anna)).toMatchObject({
      kind: 'text',
      linkPreview: { url: alert.url, prefer_large_media: true, show_above_text: true },
    });
  });

  it('goes out as a text when the photo is refused', async () => {
    refuse('sendPhoto');
    expect(await sendAlert()).toMatchObject({ outcome: 'sent' });
    expect(methods()).toEqual(['sendPhoto', 'sendMessage']);
    expect(emulator.lastMessage(anna)).toMatchObject({ linkPreview: { url: alert.url } });
  });

  it('goes out plain, with the address and the buttons that cannot be wrong, when markup is refused too', async () => {
    refuse('*', { count: 2 });
    expect(await sendAlert()).toMatchObject({ outcome: 'sent' });
    const message = emulator.lastMessage(anna);
    expect(message?.text).toContain(`„Volvo ģimenei”\n${alert.url}`);
    expect(message?.buttons.flat().map(({ text }) => text)).toEqual(['Paslēpt', 'Izslēgt filtru']);
  });

  it('is rejected with the reason when every form is refused', async () => {
    refuse('*', { count: Number.POSITIVE_INFINITY });
    expect(await sendAlert()).toEqual({ outcome: 'rejected', reason: '400: Bad Request: wrong file' });
    expect(methods()).toEqual(['sendPhoto', 'sendMessage', 'sendMessage']);
    emulator.clearFaults();
  });

  it('of strange content passes the strict parser of the chat', async () => {
    const title = `</b><a href="tg://user?id=1">x</a><script>&nbsp;\u202e\u0000${'👨‍👩‍👧'.repeat(2000)}`;
    const filters = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, name: '<b>&"\u200b😀😀' }));
    expect(await sendAlert({ title, facts: unknownCar, filters })).toMatchObject({ outcome: 'sent' });
    expect(methods()).toEqual(['sendPhoto']);
    expect(emulator.lastMessage(anna)?.text).toContain('</b><a href="tg://user?id=1">x</a><script>&nbsp;');
  });
});

describe('other messages', () => {
  it('a digest is one text with a link for each ad', async () => {
    await send({ kind: 'digest', alerts: Array(60).fill(alert) }, 'en');
    const message = emulator.lastMessage(anna);
    expect(emulator.sends()).toHaveLength(1);
    expect(message?.text).toMatch(/^60 ads for your filters\n/);
    expect(message?.text).toMatch(/\nand 36 more$/);
    expect(message?.entities.filter(({ type }) => type === 'text_link')).toHaveLength(24);
    expect(message?.entities.length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['lv', 'Tavs plāns tagad ir „Pamata”. Aktīvo filtru limits: 5.\nTāpēc ir izslēgti 2 filtri. Apskatīt: /filters'],
    [
      'en',
      'Your plan is now “Basic”. Active filter limit: 5.\n2 filters were turned off because of that. See: /filters',
    ],
    [
      'ru',
      'Теперь ваш план — «Базовый». Лимит активных фильтров: 5.\nПоэтому выключены 2 фильтра. Посмотреть: /filters',
    ],
  ] as const)('a text is worded in %s', async (locale, expected) => {
    await send({ kind: 'text', textKey: 'role.filtersOff', values: { role: 'basic', limit: 5, count: 2 } }, locale);
    expect(emulator.lastMessage(anna)?.text).toBe(expected);
  });

  it('a text that does not exist is rejected unsent', async () => {
    const result = await send({ kind: 'text', textKey: 'role.unheardOf', values: {} });
    expect(result).toMatchObject({ outcome: 'rejected' });
    expect(emulator.calls()).toEqual([]);
  });
});

describe('a failure', () => {
  it('429 tells how long the chat waits, and is not repeated', async () => {
    refuse('sendPhoto', { errorCode: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3 });
    expect(await sendAlert()).toEqual({ outcome: 'throttled', afterMs: 3000 });
    expect(methods()).toEqual(['sendPhoto']);
  });

  it('of a user who blocked the bot means unreachable', async () => {
    emulator.block(anna);
    expect(await sendAlert()).toEqual({
      outcome: 'unreachable',
      reason: '403: Forbidden: bot was blocked by the user',
    });
  });

  it('of a chat that does not exist means unreachable', async () => {
    const content: MessageContent = { kind: 'alert', alert };
    const result = await sender.send({ chatId: 999_999, locale: 'lv', timeZone: 'Europe/Riga', content });
    expect(result).toEqual({ outcome: 'unreachable', reason: '400: Bad Request: chat not found' });
    expect(methods()).toEqual(['sendPhoto']);
  });

  it('401 means that nothing can be sent', async () => {
    sender = senderFor(emulator.url, '7000000001:another-token-that-Telegram-does-not-know');
    expect(await sendAlert()).toEqual({ outcome: 'unauthorized' });
  });

  it('of the server may have sent the message', async () => {
    refuse('sendPhoto', { errorCode: 500, description: 'Internal Server Error' });
    expect(await sendAlert()).toMatchObject({ outcome: 'failed', ambiguous: true });
  });

  it.each(['html-502', 'invalid-json', 'reset-after'] as const)('%s may have sent the message', async (kind) => {
    emulator.fault({ method: 'sendPhoto', kind });
    expect(await sendAlert()).toMatchObject({ outcome: 'failed', ambiguous: true });
    expect(methods()).toEqual(['sendPhoto']);
  });

  it('to connect has sent nothing', async () => {
    sender = senderFor('http://127.0.0.1:1');
    expect(await sendAlert()).toEqual({ outcome: 'failed', ambiguous: false, reason: 'ECONNREFUSED' });
  });

  it('to answer ends in time and may have sent the message', async () => {
    sender = senderFor(emulator.url, emulator.token, 100);
    emulator.fault({ method: 'sendPhoto', kind: 'hang-after' });
    expect(await sendAlert()).toMatchObject({ outcome: 'failed', ambiguous: true });
    expect(methods()).toEqual(['sendPhoto']);
  });

  it('leaves room for every form of a message within the lease of a claim', () => {
    expect(sender.timeoutMs).toBe(20_000);
  });
});
