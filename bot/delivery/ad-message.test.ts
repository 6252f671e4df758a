import { describe, expect, it } from 'vitest';
import { createI18n } from '#core/i18n/create-i18n.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import type { AlertContent } from '#core/notifications/message-sender.ts';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { appLinks } from '../links.ts';
import { translator } from '../texts.ts';
import { alertMessage, digestMessage, type Wording } from './ad-message.ts';

const texts = createI18n(loadResources());
const now = new Date('2026-11-20T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const url = 'https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html';

const wording = (locale: Locale): Wording => ({
  locale,
  t: translator(texts, locale),
  now,
  links: appLinks('https://vanags.example'),
});

const bmw: AlertContent = {
  adId: 345,
  url,
  title: 'BMW 320d Touring',
  photo: 'https://i.ss.lv/gallery/7/1/1/car.800.jpg',
  facts: {
    ...unknownCar,
    brand: 'bmw',
    model: '320',
    price: 12_900,
    year: 2017,
    volume: 2,
    mileage: 158_000,
    engine: 'diesel',
    area: 'riga',
    gearBox: 'automatic',
    checkup: '04.2027',
  },
  since: ago(12),
  occasion: 'new',
  price: 12_900,
  oldPrice: null,
  filters: [{ id: 12, name: 'Ģimenes auto' }],
};

const cheaper: AlertContent = { ...bmw, occasion: 'price_drop', oldPrice: 13_900, since: ago(3) };

/** Text as a reader types it: the blanks that keep a figure and its unit together are plain ones. */
const readable = (text: string) => text.replaceAll('\u00a0', ' ');
const html = (alert: AlertContent, locale: Locale) => readable(alertMessage(alert, wording(locale)).html);

describe('an alert about a new ad', () => {
  it.each([
    [
      'lv',
      `<a href="${url}"><b>BMW 320 · 2017</b></a>
<b>12 900 €</b> · 158 000 km · 2,0 dīzelis · automāts · apskate līdz 04.2027
Rīga · pirms 12 min
Filtrs: „Ģimenes auto”`,
    ],
    [
      'en',
      `<a href="${url}"><b>BMW 320 · 2017</b></a>
<b>12 900 €</b> · 158 000 km · 2.0 diesel · automatic · inspection 04.2027
Riga · 12 min ago
Filter: “Ģimenes auto”`,
    ],
    [
      'ru',
      `<a href="${url}"><b>BMW 320 · 2017</b></a>
<b>12 900 €</b> · 158 000 км · 2,0 дизель · автомат · техосмотр до 04.2027
Рига · 12 мин назад
Фильтр: «Ģimenes auto»`,
    ],
  ] as const)('reads so in %s', (locale, expected) => {
    expect(html(bmw, locale)).toBe(expected);
  });

  it('keeps figures and their units together', () => {
    expect(alertMessage(bmw, wording('lv')).html).toContain('12\u00a0900\u00a0€');
  });

  it('leaves out what is not known', () => {
    const alert = { ...bmw, facts: { ...unknownCar, brand: 'bmw' }, price: null };
    expect(html(alert, 'en')).toBe(`<a href="${url}"><b>BMW</b></a>\n12 min ago\nFilter: “Ģimenes auto”`);
  });

  it('begins every line with a capital', () => {
    const alert = { ...bmw, facts: { ...unknownCar, brand: 'bmw', engine: 'electric' as const }, price: null };
    expect(html(alert, 'lv')).toBe(`<a href="${url}"><b>BMW</b></a>\nElektro\nPirms 12 min\nFiltrs: „Ģimenes auto”`);
  });

  it('falls back to the title where the make is not known, and to a stand-in without one', () => {
    const alert = { ...bmw, facts: { ...unknownCar, year: 2017 }, price: 500 };
    expect(html(alert, 'lv').split('\n')[0]).toBe(`<a href="${url}"><b>BMW 320d Touring · 2017</b></a>`);
    expect(html({ ...alert, title: 'Pārdod 2017 BMW' }, 'lv')).toContain('<b>Pārdod 2017 BMW</b>');
    expect(html({ ...alert, title: null }, 'lv')).toContain('<b>Auto sludinājums · 2017</b>');
  });

  it('names a model that stands for others by its make alone', () => {
    const facts = { ...bmw.facts, model: 'other' };
    expect(html({ ...bmw, facts }, 'lv')).toContain('<b>BMW · 2017</b>');
  });

  it.each([
    [0, 'tikko', 'just now', 'только что'],
    [1, 'pirms 1 min', '1 min ago', '1 мин назад'],
    [60, 'pirms 1 stundas', '1 hour ago', '1 час назад'],
    [120, 'pirms 2 stundām', '2 hours ago', '2 часа назад'],
    [11 * 60, 'pirms 11 stundām', '11 hours ago', '11 часов назад'],
    [21 * 60, 'pirms 21 stundas', '21 hours ago', '21 час назад'],
    [24 * 60, 'pirms 1 dienas', '1 day ago', '1 день назад'],
    [5 * 24 * 60, 'pirms 5 dienām', '5 days ago', '5 дней назад'],
    [-5, 'tikko', 'just now', 'только что'],
  ])('tells an age of %i min', (minutes, lv, en, ru) => {
    const alert = { ...bmw, since: ago(minutes) };
    expect(html(alert, 'lv')).toContain(`Rīga · ${lv}\n`);
    expect(html(alert, 'en')).toContain(`Riga · ${en}\n`);
    expect(html(alert, 'ru')).toContain(`Рига · ${ru}\n`);
  });

  it('tells a volume without an engine, and an engine without a volume', () => {
    expect(html({ ...bmw, facts: { ...bmw.facts, engine: null } }, 'ru')).toContain('· 2,0 л ·');
    expect(html({ ...bmw, facts: { ...bmw.facts, engine: 'electric', volume: null } }, 'lv')).toContain('· elektro ·');
  });
});

describe('an alert about a lower price', () => {
  it.each([
    ['lv', 'Rīga · cena mainīta pirms 3 min'],
    ['en', 'Riga · price changed 3 min ago'],
    ['ru', 'Рига · цена изменена 3 мин назад'],
  ] as const)('starts with the prices in %s', (locale, place) => {
    const lines = html(cheaper, locale).split('\n');
    expect(lines[0]).toBe('<s>13 900</s> <b>12 900 € (−7 %)</b>');
    expect(lines[1]).toContain('BMW 320 · 2017');
    expect(lines[2]).not.toContain('€');
    expect(lines[3]).toBe(place);
  });

  it('tells no share that rounds to nothing', () => {
    expect(html({ ...cheaper, oldPrice: 12_920 }, 'lv').split('\n')[0]).toBe('<s>12 920</s> <b>12 900 €</b>');
  });
});

describe('the buttons of an alert', () => {
  it('are open, hide, edit and turn off', () => {
    expect(alertMessage(bmw, wording('en')).keyboard).toEqual([
      [
        { text: 'Open', url },
        { text: 'Hide', callback_data: 'h:345:1' },
      ],
      [
        { text: 'Edit filter', web_app: { url: 'https://vanags.example/filters/update/12' } },
        { text: 'Turn off filter', callback_data: 'f:12:0' },
      ],
    ]);
  });

  it('name the filters where several match, three at most', () => {
    const filters = [1, 2, 3, 4, 5].map((id) => ({ id, name: `F${id}` }));
    const message = alertMessage({ ...bmw, filters }, wording('lv'));
    expect(message.plain).toContain('Filtri: „F1”, „F2”, „F3” un vēl 2');
    expect(message.keyboard.slice(1).map((row) => row.map(({ text }) => text))).toEqual([
      ['Izslēgt „F1”'],
      ['Izslēgt „F2”'],
      ['Izslēgt „F3”'],
      ['Labot filtrus'],
    ]);
    expect(message.keyboard.at(-1)).toMatchObject([{ web_app: { url: 'https://vanags.example/filters' } }]);
  });
});

describe('a digest', () => {
  it('lists the ads with their links', () => {
    const message = digestMessage([bmw, cheaper], wording('lv'));
    expect(readable(message.html)).toBe(
      `<b>2 sludinājumi taviem filtriem</b>
<a href="${url}"><b>BMW 320 · 2017</b></a>
<b>12 900 €</b> · 158 000 km · Rīga
<a href="${url}"><b>BMW 320 · 2017</b></a>
<s>13 900</s> <b>12 900 € (−7 %)</b> · 158 000 km · Rīga`,
    );
    expect(message.keyboard).toEqual([
      [{ text: 'Atvērt filtrus', web_app: { url: 'https://vanags.example/filters' } }],
    ]);
  });

  it('says how many more there are than fit', () => {
    const message = digestMessage(Array(100).fill(bmw), wording('ru'));
    expect(message.plain).toMatch(/^100 объявлений по вашим фильтрам\n/);
    expect(message.plain).toMatch(/\nи ещё 76$/);
  });
});
