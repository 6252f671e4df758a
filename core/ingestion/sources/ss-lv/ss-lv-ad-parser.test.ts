import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AdDetails, SourceError } from '../../ad-source.ts';
import { parseAdPage } from './ss-lv-ad-parser.ts';
import { toAdDetails } from './ss-lv-mapping.ts';

const NOW = new Date('2026-10-01T09:00:00Z');

function fixture(name: string): string {
  return readFileSync(new URL(`../../../../tests/fixtures/ss-lv/${name}`, import.meta.url), 'utf8');
}

function read(name: string, path: string): { ad: AdDetails; unknown: readonly string[] } {
  const url = `https://www.ss.lv/msg/lv/transport/cars/${path}.html`;
  const page = parseAdPage(fixture(name), new URL(url));
  if (page.state === 'gone') throw new Error('gone');
  return toAdDetails(page.ad, url, NOW);
}

describe('the own page of an ad', () => {
  it('gives the facts of a diesel', () => {
    expect(read('ad-diesel.html', 'bmw/320/aaqxb').ad).toEqual({
      title: 'Labs auto, zvanīt pēc 17. Visi darbi veikti laikā, jauna ķēde,',
      photo: 'https://i.ss.lv/gallery/7/501/125/071000499.800.jpg',
      postedAt: new Date('2026-09-25T08:03:00Z'),
      brand: 'bmw',
      model: '320',
      price: 9450,
      year: 2012,
      volume: 2,
      engine: 'diesel',
      mileage: 214_000,
      gearBox: 'automatic',
      color: 'blue',
      bodyType: 'universal',
      area: 'valka',
      checkup: '04.2027',
      dealType: 'sell',
      seller: 'private',
    });
  });

  it('tells petrol from petrol with gas', () => {
    expect(read('ad-petrol.html', 'skoda/fabia/aaqxa').ad).toMatchObject({ engine: 'gasoline', volume: 1.4 });
    expect(read('ad-lpg.html', 'opel/zafira/abcqa').ad).toMatchObject({ engine: 'lpg', volume: 1.6 });
  });

  it('reads what is missing or "none" as not stated', () => {
    const { ad, unknown } = read('ad-petrol.html', 'skoda/fabia/aaqxa');
    expect(ad).toMatchObject({ mileage: null, checkup: null, color: 'red', area: 'riga', gearBox: 'manual' });
    expect(unknown).toEqual([]);
  });

  it('reads an electric car, which has no engine volume', () => {
    expect(read('ad-electric.html', 'electric-cars/aaqxe').ad).toMatchObject({
      brand: 'tesla',
      engine: 'electric',
      volume: null,
      color: null,
      bodyType: null,
      area: 'yurmala',
      checkup: '11.2026',
    });
  });

  it('knows a dealer, and the price with a note on VAT', () => {
    expect(read('ad-dealer.html', 'audi/q5/aaqxg').ad).toMatchObject({
      seller: 'dealer',
      price: 52_900,
      mileage: 15,
      bodyType: 'suv',
      color: 'black',
    });
  });

  it('reads the Russian page', () => {
    expect(read('ad-ru.html', 'toyota/rav-4/aaqxd').ad).toMatchObject({
      brand: 'toyota',
      year: 2019,
      engine: 'hybrid',
      volume: 2.5,
      gearBox: 'automatic',
      color: 'green',
      bodyType: 'suv',
      area: 'rezekne',
      dealType: 'sell',
      mileage: 61_000,
      checkup: '08.2026',
      postedAt: new Date('2026-09-25T08:03:00Z'),
    });
  });

  it('reads labels where the cells have no ids, and counts a value without a key', () => {
    const { ad, unknown } = read('ad-labels.html', 'audi/q7/abcqd');
    expect(ad).toMatchObject({
      model: 'q7',
      mileage: 167_000,
      price: 23_950,
      area: 'estonia',
      color: null,
      dealType: null,
    });
    expect(ad.postedAt).toBeNull();
    expect(unknown).toEqual(['color:Raiba']);
  });

  it('takes an exchange for one', () => {
    expect(read('ad-lpg.html', 'opel/zafira/abcqa').ad).toMatchObject({
      dealType: 'change',
      checkup: '06.2027',
      area: 'limbadzi',
    });
  });

  it('never holds the telephone, the name of the firm or the text', () => {
    const kept = JSON.stringify([read('ad-diesel.html', 'bmw/320/aaqxb'), read('ad-dealer.html', 'audi/q5/aaqxg')]);
    expect(kept).not.toMatch(/26000123|26-00|Izdomāts|example\.lv|atslēgu/);
  });

  it('knows an ad that is gone', () => {
    expect(parseAdPage(fixture('ad-gone.html'), new URL('https://www.ss.lv/')).state).toBe('gone');
  });

  it.each(['captcha.html', 'list-forms.html'])('takes %s for a changed layout', (name) => {
    expect(() => parseAdPage(fixture(name), new URL('https://www.ss.lv/'))).toThrow(SourceError);
  });
});
