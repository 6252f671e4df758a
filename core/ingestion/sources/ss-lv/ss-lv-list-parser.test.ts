import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../ad-source.ts';
import { parseListPage, parseSections, type RawRow } from './ss-lv-list-parser.ts';
import { toListedAd } from './ss-lv-mapping.ts';

const PAGE = new URL('https://www.ss.lv/lv/transport/cars/today/');

function fixture(name: string): string {
  return readFileSync(new URL(`../../../../tests/fixtures/ss-lv/${name}`, import.meta.url), 'utf8');
}

function failureOf(html: string): string {
  try {
    parseListPage(html, PAGE);
    return 'none';
  } catch (error) {
    if (error instanceof SourceError) return error.failure;
    throw error;
  }
}

describe('parseListPage', () => {
  it('reads every ad row and no banner', () => {
    const { rows, badRows } = parseListPage(fixture('list-forms.html'), PAGE);
    expect(rows).toHaveLength(16);
    expect(badRows).toEqual([]);
    expect(rows[0]).toEqual({
      externalId: '71000501',
      url: 'https://www.ss.lv/msg/lv/transport/cars/skoda/fabia/aaqxa.html',
      title: 'Kopta pilsētas mašīna, viens īpašnieks, ziemas riepas līdzi',
      photo: expect.stringMatching(/\/710005011\.800\.jpg$/),
      car: 'Skoda\nFabia',
      model: '',
      year: '2008',
      volume: '1.4',
      mileage: '188 tūkst.',
      price: '3,100 €',
    });
  });

  it('takes a picture of a buy request for no photo', () => {
    const { rows } = parseListPage(fixture('list-forms.html'), PAGE);
    expect(rows.find((row) => row.externalId === '71000490')?.photo).toBeNull();
  });

  it('follows the pager to its end', () => {
    expect(parseListPage(fixture('list-forms.html'), PAGE)).toMatchObject({ page: 1, nextPage: 2 });
    expect(parseListPage(fixture('list-last.html'), PAGE)).toMatchObject({ page: 47, nextPage: null });
  });

  it('finds the facts by the headings, wherever the columns stand', () => {
    const [moved] = parseListPage(fixture('list-moved-columns.html'), PAGE).rows;
    expect(moved).toMatchObject({ car: 'Bmw\n320', year: '2011', volume: '2.0D', price: '7,900 €' });
    const [ofModel] = parseListPage(fixture('list-model-column.html'), PAGE).rows;
    expect(ofModel).toMatchObject({ car: '', model: '320', year: '2011' });
  });

  it('gives the same addresses on the Russian page', () => {
    const { rows } = parseListPage(fixture('list-ru.html'), new URL('https://www.ss.com/ru/transport/cars/today/'));
    expect(rows.map((row) => row.url)).toContain('https://www.ss.lv/msg/lv/transport/cars/skoda/fabia/aaqxa.html');
  });

  it('sets broken rows apart and reads a repeated ad once', () => {
    const page = parseListPage(fixture('list-broken.html'), PAGE);
    expect(page.rows.map((row) => [row.externalId, row.title])).toEqual([['71000101', 'Vesels']]);
    expect(page.badRows).toEqual([
      { externalId: '71000102', reason: '7 cells' },
      { externalId: '71000103', reason: 'no link to an ad' },
      { externalId: '71000104', reason: '1 cells' },
    ]);
  });

  it('knows an empty list from a page that is none', () => {
    expect(parseListPage(fixture('list-empty.html'), PAGE).rows).toEqual([]);
    expect(failureOf(fixture('captcha.html'))).toBe('layout');
    expect(failureOf(fixture('sections.html'))).toBe('layout');
    expect(failureOf('')).toBe('layout');
    expect(failureOf('Internal Server Error')).toBe('layout');
  });

  it('reports a changed layout instead of an empty page', () => {
    expect(failureOf(fixture('list-changed.html'))).toBe('layout');
    expect(failureOf(fixture('list-changed-columns.html'))).toBe('layout');
  });

  it.each([
    ['an empty page', ''],
    ['a page of an error', '<html><body><h1>500 Internal Server Error</h1></body></html>'],
    ['a log-in', '<form action="/login/" method=post><input name=login><input type=password name=password></form>'],
    ['a captcha', fixture('captcha.html')],
    ['JSON', '{"rows":[]}'],
    ['XML with entities', '<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]><x>&a;</x>'],
  ])('takes %s for a changed layout, whatever its status was', (_name, html) => {
    expect(failureOf(html)).toBe('layout');
  });

  it('decodes entities once', () => {
    const html = fixture('list-last.html').replace(
      /(class="am"[^>]*>)[^<]*/,
      '$1A &amp;amp; B &lt;b&gt; &#0; &nbsp; C',
    );
    expect(parseListPage(html, PAGE).rows[0]?.title).toMatch(/^A &amp; B <b> .? ?C$/);
  });

  it('reads a page in another charset than it says without the letters that differ', () => {
    const windows = Buffer.from(fixture('list-forms.html').replaceAll('ū', '\u00fb'), 'latin1').toString('utf8');
    const { rows, badRows } = parseListPage(windows, PAGE);
    expect([rows.length, badRows]).toEqual([16, []]);
    const { ad, unknown } = toListedAd(rows[0] as RawRow, new Date('2026-10-01T09:00:00Z'));
    expect(ad).toMatchObject({ brand: 'skoda', price: null, year: 2008, mileage: null });
    expect(unknown).toEqual(expect.arrayContaining([expect.stringMatching('mileage:188 t')]));
    expect(ad.title).not.toMatch(/\ufffd/);
  });

  it('reads an ad of a megabyte as far as it may be kept, and the ads beside it', () => {
    const story = `Labs auto ${'ļoti@labs '.repeat(50_000)}${'a\u0301\u0323'.repeat(150_000)}`;
    const html = fixture('list-forms.html').replace('Kopta pilsētas mašīna', story).replace('>2008<', `>${story}<`);
    const { rows } = parseListPage(html, PAGE);
    expect(rows).toHaveLength(16);
    const { ad } = toListedAd(rows[0] as RawRow, new Date('2026-10-01T09:00:00Z'));
    expect(ad).toMatchObject({ year: null, price: 3100, title: expect.stringMatching(/^Labs auto .{50,62}$/) });
  });
});

describe('parseSections', () => {
  it('names the sections of cars in the order of the page', () => {
    expect(parseSections(fixture('sections.html'))).toEqual(['alfa-romeo', 'audi', 'bmw', 'others']);
  });

  it('refuses a page without sections', () => {
    expect(() => parseSections(fixture('captcha.html'))).toThrow(SourceError);
  });
});
