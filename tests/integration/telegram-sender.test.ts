import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { SenderWorld } from '#tests/support/sender-world.ts';

let world: SenderWorld;
beforeAll(async () => {
  world = await SenderWorld.open();
});
afterAll(() => world.emulator.close());
beforeEach(() => world.reset());
afterEach(() => world.check());

describe('an alert', () => {
  it('is a photo with caption and buttons', async () => {
    const result = await world.sendAlert();
    const message = world.emulator.lastMessage(world.anna);
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
    await world.sendAlert({ photo: null });
    expect(world.emulator.lastMessage(world.anna)).toMatchObject({
      kind: 'text',
      linkPreview: { url: world.alert.url, prefer_large_media: true, show_above_text: true },
    });
  });

  it('goes out as a text when the photo is refused', async () => {
    world.refuse('sendPhoto');
    expect(await world.sendAlert()).toMatchObject({ outcome: 'sent' });
    expect(world.methods()).toEqual(['sendPhoto', 'sendMessage']);
    expect(world.emulator.lastMessage(world.anna)).toMatchObject({ linkPreview: { url: world.alert.url } });
  });

  it('goes out plain, with the address and the buttons that cannot be wrong, when markup is refused too', async () => {
    world.refuse('*', { count: 2 });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'sent' });
    const message = world.emulator.lastMessage(world.anna);
    expect(message?.text).toContain(`„Volvo ģimenei”\n${world.alert.url}`);
    expect(message?.buttons.flat().map(({ text }) => text)).toEqual(['Paslēpt', 'Izslēgt filtru']);
  });

  it('is rejected with the reason when every form is refused', async () => {
    world.refuse('*', { count: Number.POSITIVE_INFINITY });
    expect(await world.sendAlert()).toEqual({ outcome: 'rejected', reason: '400: Bad Request: wrong file' });
    expect(world.methods()).toEqual(['sendPhoto', 'sendMessage', 'sendMessage']);
    world.emulator.clearFaults();
  });

  it('of strange content passes the strict parser of the chat', async () => {
    const title = `</b><a href="tg://user?id=1">x</a><script>&nbsp;\u202e\u0000${'👨‍👩‍👧'.repeat(2000)}`;
    const filters = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, name: '<b>&"\u200b😀😀' }));
    expect(await world.sendAlert({ title, facts: unknownCar, filters })).toMatchObject({ outcome: 'sent' });
    expect(world.methods()).toEqual(['sendPhoto']);
    expect(world.emulator.lastMessage(world.anna)?.text).toContain('</b><a href="tg://user?id=1">x</a><script>&nbsp;');
  });
});

describe('other messages', () => {
  it('a digest is one text with a link for each ad', async () => {
    await world.send({ kind: 'digest', alerts: Array(60).fill(world.alert) }, 'en');
    const message = world.emulator.lastMessage(world.anna);
    expect(world.emulator.sends()).toHaveLength(1);
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
    await world.send(
      { kind: 'text', textKey: 'role.filtersOff', values: { role: 'basic', limit: 5, count: 2 } },
      locale,
    );
    expect(world.emulator.lastMessage(world.anna)?.text).toBe(expected);
  });

  it('a text that does not exist is our own fault and not sent', async () => {
    const result = await world.send({ kind: 'text', textKey: 'role.unheardOf', values: {} });
    expect(result).toMatchObject({ outcome: 'unwritten' });
    expect(world.emulator.calls()).toEqual([]);
  });
});
