import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adFactsSchema } from '#core/contracts/ad.ts';
import { anyText } from '#tests/support/any-text.ts';
import { parseListPage, type RawRow } from './ss-lv-list-parser.ts';
import { toListContents, toListedAd } from './ss-lv-mapping.ts';
import { parseMileage, parseMotor, parseOffer, parsePosted, parseVolumeColumn, parseYear } from './ss-lv-values.ts';

const NOW = new Date('2026-10-01T09:00:00Z');
const PAGE = new URL('https://www.ss.lv/lv/transport/cars/today/');
const HTML = readFileSync(new URL('../../../../tests/fixtures/ss-lv/list-forms.html', import.meta.url), 'utf8');
const ADS = new Map(parseListPage(HTML, PAGE).rows.map((row) => [row.externalId, toListedAd(row, NOW)] as const));

describe('a row of a list', () => {
  it.each([
    [
      '71000501',
      { brand: 'skoda', model: 'fabia', price: 3100, year: 2008, volume: 1.4, engine: null, mileage: 188_000 },
    ],
    ['71000499', { brand: 'bmw', model: '320', engine: 'diesel', volume: 2, title: 'Labs auto, zvanīt pēc 17' }],
    ['71000498', { brand: 'volkswagen', mileage: null, price: 950, dealType: 'sell' }],
    ['71000497', { brand: 'toyota', engine: 'hybrid', volume: 2.5 }],
    ['71000496', { brand: 'tesla', engine: 'electric', volume: null }],
    ['71000495', { brand: 'nissan', engine: 'electric', mileage: 12_500 }],
    ['71000494', { brand: 'audi', year: 2026, mileage: 15 }],
    ['71000493', { brand: 'iveco' }],
    ['71000492', { brand: null, model: null, year: 1968 }],
    ['71000491', { brand: 'lexus' }],
    ['71000490', { brand: 'renault', dealType: 'buy', price: null, year: null, photo: null }],
    ['71000489', { brand: 'porsche', dealType: 'change', price: 22_500 }],
    ['71000488', { brand: 'mercedes', title: 'VIN , labs serviss' }],
    ['71000487', { brand: 'ford', year: null, volume: null, mileage: null, price: null }],
    ['71000486', { brand: 'opel', model: 'other', price: null }],
    ['71000485', { brand: 'hyundai', engine: null, volume: 1.6, mileage: null, price: 5990 }],
  ])('%s is understood', (id, facts) => {
    expect(ADS.get(id)?.ad).toMatchObject(facts);
  });

  it('counts what has no key of ours', () => {
    expect(toListContents(parseListPage(HTML, PAGE), NOW).unknownValues).toEqual({
      'year:3026': 1,
      'volume:0.0': 1,
      'mileage:0 tūkst.': 1,
      'price:0 €': 1,
      'price:1,500 USD': 1,
      'engine:1.6G': 1,
      'mileage:350': 1,
    });
  });

  it('says nothing about what only the own page tells', () => {
    for (const { ad } of ADS.values()) {
      expect(ad).toMatchObject({ gearBox: null, color: null, bodyType: null, area: null, checkup: null, seller: null });
    }
  });

  it('always gives facts of the contract, whatever the cells hold', () => {
    const cell = fc.oneof(
      anyText(30),
      fc.stringMatching(/^[-0-9., €$kmEDH'/]{0,12}(tūkst\.|maiņai|pērku|km|NaN|Infinity)?$/),
    );
    const rows = fc.record({
      car: cell,
      model: cell,
      year: cell,
      volume: cell,
      mileage: cell,
      price: cell,
      title: cell,
    });
    fc.assert(
      fc.property(rows, (texts) => {
        const row: RawRow = {
          ...texts,
          externalId: '1',
          url: 'https://www.ss.lv/msg/lv/transport/cars/others/abcde.html',
          photo: null,
        };
        const { externalId, url, title, photo, postedAt, ...facts } = toListedAd(row, NOW).ad;
        adFactsSchema.parse(facts);
        expect(facts.price).not.toBe(0);
        expect(title?.isWellFormed() ?? true).toBe(true);
      }),
    );
  });
});

describe('single values', () => {
  it.each([
    ['3,100 €', 3100, 'sell'],
    ['950 €', 950, 'sell'],
    ['4 700 €', 4700, 'sell'],
    ['1 500 €', 1500, 'sell'],
    ['1.500 €', 1500, 'sell'],
    ['1,500.50 €', 1500, 'sell'],
    ['€ 1,500', 1500, 'sell'],
    ['52 900 € *PVN iekļauts', 52_900, 'sell'],
    ['9,500 €\nmaiņai', 9500, 'change'],
    ['maiņa', null, 'change'],
    ['pērku', null, 'buy'],
    ['покупаю', null, 'buy'],
    ['12 €/dienā', null, 'rent'],
    ['-', null, 'sell'],
  ] as const)('price %j', (text, price, dealType) => {
    expect(parseOffer(text)).toEqual({ price: { value: price, unknown: false }, dealType });
  });

  it.each(['€1.5k', '1500 USD', '1,500.50', '0 €', 'NaN €', '1e9 €', '999999999999 €', '15,00,000 €'])(
    'no price in %j',
    (text) => {
      expect(parseOffer(text).price).toEqual({ value: null, unknown: true });
    },
  );

  it.each([
    ['2012', 2012],
    ['2007 marts', 2007],
    ['2020. gads', 2020],
    ['2027', 2027],
    ['-', null],
  ])('year %j', (text, year) => {
    expect(parseYear(text, 2026)).toEqual({ value: year, unknown: false });
  });

  it.each(['95', '3000', '2028', '1899', '20120', 'jauns'])('no year in %j', (text) => {
    expect(parseYear(text, 2026)).toEqual({ value: null, unknown: true });
  });

  it.each([
    ['350 tūkst.', 2001, 350_000],
    ['123 tūkst.', 2001, 123_000],
    ['12.5 tūkst.', 2001, 12_500],
    ['123 000 km', 2001, 123_000],
    ['123000', 2001, 123_000],
    ['15', 2025, 15],
    ['150 км', 2001, 150],
    ['-', 2001, null],
  ])('mileage %j of a car of %d', (text, year, mileage) => {
    expect(parseMileage(text, year, 2026)).toEqual({ value: mileage, unknown: false });
  });

  it.each(['123000 jūdzes', '50', '0 km', '9999 tūkst.'])('no mileage in %j of an old car', (text) => {
    expect(parseMileage(text, 2001, 2026)).toEqual({ value: null, unknown: true });
  });

  it.each([
    ['1.9', 1.9, null],
    ['1.9D', 1.9, 'diesel'],
    ['2.0H', 2, 'hybrid'],
    ['E', null, 'electric'],
    ['Е', null, 'electric'],
    ['1900 cm3', 1.9, null],
    ['-', null, null],
  ] as const)('volume column %j', (text, volume, engine) => {
    const motor = parseVolumeColumn(text);
    expect([motor.volume.value, motor.engine.value]).toEqual([volume, engine]);
  });

  it.each([
    ['3.0 dīzelis', 3, 'diesel'],
    ['1.6 benzīns/gāze', 1.6, 'lpg'],
    ['1.6 бензин/газ', 1.6, 'lpg'],
    ['2.5 Hybrid', 2.5, 'hybrid'],
    ['Elektriskais', null, 'electric'],
    ['1.4', 1.4, null],
  ] as const)('engine %j', (text, volume, engine) => {
    const motor = parseMotor(text);
    expect([motor.volume.value, motor.engine.value]).toEqual([volume, engine]);
  });

  it('reads times by the clock in Riga, also around a change of it', () => {
    expect(parsePosted('25.10.2026 02:30', NOW)).toBeNull();
    expect(parsePosted('29.03.2026 02:59', NOW)?.toISOString()).toBe('2026-03-29T00:59:00.000Z');
    expect(parsePosted('29.03.2026 04:00', NOW)?.toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(parsePosted('16.07.2026', NOW)?.toISOString()).toBe('2026-07-15T21:00:00.000Z');
  });

  it.each(['01.01.1970 00:00', '31.02.2026 10:00', '01.01.2027 10:00', '25.09.2026 24:00', 'vakar'])(
    'no time in %j',
    (text) => {
      expect(parsePosted(text, NOW)).toBeNull();
    },
  );
});
