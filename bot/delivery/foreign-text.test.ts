import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createI18n } from '#core/i18n/create-i18n.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import type { AlertContent } from '#core/notifications/message-sender.ts';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { anyText } from '#tests/support/any-text.ts';
import { parseHtml } from '#tools/telegram-emulator/html-entities.ts';
import { appLinks } from '../links.ts';
import { translator } from '../texts.ts';
import { alertMessage, digestMessage, type Wording } from './ad-message.ts';

const texts = createI18n(loadResources());
const now = new Date('2026-11-20T12:00:00Z');

const wording = (locale: Locale): Wording => ({
  locale,
  t: translator(texts, locale),
  now,
  links: appLinks('https://vanags.example'),
});

const bmw: AlertContent = {
  adId: 345,
  url: 'https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html',
  title: 'BMW 320d Touring',
  photo: 'https://i.ss.lv/gallery/7/1/1/car.800.jpg',
  facts: { ...unknownCar, brand: 'bmw', model: '320', price: 12_900, year: 2017, area: 'riga' },
  since: now,
  occasion: 'new',
  price: 12_900,
  oldPrice: null,
  filters: [{ id: 12, name: 'Ģimenes auto' }],
};

/** With the longest figures there are. */
const costliest: AlertContent = {
  ...{ ...bmw, occasion: 'price_drop', price: 1_000_000_000, oldPrice: 2_000_000_000 },
  facts: { ...bmw.facts, mileage: 1_000_000_000 },
};
const NASTY = ['</b>', '&amp;', '&', '<', '"', '\u202e', '\u200b', '\0', '\ud800', '👨‍👩‍👧‍👦', '{{count}}', 'e\u0301'];
const repeated = ([text, times]: [string, number]) => text.repeat(times);

const visible = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

describe('text from outside', () => {
  it('is shown, never obeyed', () => {
    const title = '</b><a href="tg://user?id=1">x</a><script> A & B < C {{count}} $t(alert.more)';
    const alert = { ...bmw, title, facts: unknownCar, filters: [{ id: 1, name: '<i>&" {{names}} $t(alert.more)' }] };
    const message = alertMessage(alert, wording('lv'));
    expect(visible(message.html)).toContain(title);
    expect(message.html).toContain('&lt;/b&gt;&lt;a href=&quot;tg://user?id=1&quot;&gt;');
    expect(message.html).toContain('Filtrs: „&lt;i&gt;&amp;&quot; {{names}} $t(alert.more)”');
    expect(message.html.match(/<a /g)).toHaveLength(1);
  });

  it('loses characters that hide or turn it', () => {
    const title = 'BMW\u202e 320\u200b\u0000 d\ud800\n\ttouring\u2066';
    const message = alertMessage({ ...bmw, title, facts: unknownCar }, wording('lv'));
    expect(message.html).toContain('<b>BMW 320 d touring</b>');
  });

  it('makes no link but to web pages, and none that hides where it leads', () => {
    const long = `https://www.ss.lv/${'x'.repeat(3000)}`;
    const others = ['http://www.ss.lv/1', 'https://www.ss.lv@evil.example/', 'https://a:b@ss.lv/', long];
    for (const bad of ['javascript:alert(1)', 'tg://user?id=1', 'ftp://x.lv/', 'nonsense', '', ...others]) {
      const message = alertMessage({ ...bmw, url: bad, photo: bad }, wording('lv'));
      expect(message.html.replaceAll('\u00a0', ' ')).toContain('<b>BMW 320 · 2017</b>\n');
      expect(message.html).not.toContain('href');
      expect(message).toMatchObject({ photo: null, preview: null });
      expect(message.keyboard[0]?.map(({ text }) => text)).toEqual(['Paslēpt']);
    }
  });

  it('is cut between characters, before it is escaped', () => {
    const family = '👨‍👩‍👧‍👦';
    const title = `${'&'.repeat(110)}${family.repeat(20)}`;
    const message = alertMessage({ ...bmw, title, facts: unknownCar }, wording('lv'));
    expect(message.html.isWellFormed()).toBe(true);
    expect(message.html).toContain('&amp;'.repeat(110));
    expect(message.html).not.toMatch(/&(?!amp;)/);
  });

  it('never makes a caption or a text too long, nor one that the strict parser refuses', () => {
    // Long by repetition: to draw each character of a long text takes a hundred times as long.
    const long = fc.tuple(anyText(12), fc.constantFrom(1, 100)).map(repeated);
    const nasty = fc.constantFrom(...NASTY, ...NASTY.map((text) => text.repeat(300)));
    const anything = fc.oneof(long, nasty);
    const filters = fc.array(fc.record({ id: fc.nat(), name: anything }), { maxLength: 4 });
    const anyAlert = fc.record({ title: anything, filters, brand: fc.option(anything), model: fc.option(anything) });
    fc.assert(
      fc.property(fc.array(anyAlert, { minLength: 1, maxLength: 4 }), (contents) => {
        const alerts = contents.map(({ title, filters: named, brand, model }) => ({
          ...{ ...costliest, title, filters: named, facts: { ...costliest.facts, brand, model } },
        }));
        const [first = costliest] = alerts;
        const alert = alertMessage(first, wording('ru'));
        expect(parseHtml(alert.html).text.length).toBeLessThanOrEqual(1024);
        expect(alert.plain.length).toBeLessThanOrEqual(4096);
        const digest = digestMessage(
          Array.from({ length: 20 }, (_, index) => alerts[index % alerts.length] ?? first),
          wording('ru'),
        );
        const { text, entities } = parseHtml(digest.html);
        expect(text).toBe(digest.plain);
        expect(text.length).toBeLessThanOrEqual(4096);
        expect(text).not.toContain('и ещё');
        expect(entities.length).toBeLessThanOrEqual(100);
        for (const message of [alert, digest]) {
          expect(message.html.isWellFormed()).toBe(true);
          expect(message.html).not.toMatch(/[\p{Cf}\0]/u);
          for (const button of message.keyboard.flat())
            if ('callback_data' in button) expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('of 5,000 characters is cut', () => {
    const alert = { ...bmw, title: 'Ā'.repeat(5000), facts: unknownCar };
    expect(parseHtml(alertMessage(alert, wording('lv')).html).text.split('\n')[0]).toBe(`${'Ā'.repeat(119)}…`);
  });

  it('keeps the data of buttons within their 64 bytes, however large the ids', () => {
    const id = Number.MAX_SAFE_INTEGER;
    const { keyboard } = alertMessage({ ...bmw, adId: id, filters: [{ id, name: 'x' }] }, wording('lv'));
    const data = keyboard.flat().flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
    expect(data).toHaveLength(2);
    for (const each of data) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(64);
  });
});
