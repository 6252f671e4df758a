import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adFactsSchema } from '#core/contracts/ad.ts';
import { type BadRow, type ListedAd, SourceError } from '#core/ingestion/ad-source.ts';
import { parseNdjsonAd } from '#core/ingestion/sources/ndjson/ndjson-ad.ts';
import { parseAdPage } from '#core/ingestion/sources/ss-lv/ss-lv-ad-parser.ts';
import { parseListPage, parseSections } from '#core/ingestion/sources/ss-lv/ss-lv-list-parser.ts';
import { toAdDetails, toListContents } from '#core/ingestion/sources/ss-lv/ss-lv-mapping.ts';
import { readableAdPage, storablePage } from '#core/ingestion/storable-ad.ts';
import { damaged, JUNK, NUMBERS } from '#tests/support/damaged-pages.ts';
import { Market } from '#tools/market-emulator/market.ts';
import { answerOf } from '#tools/market-emulator/site.ts';

const NOW = new Date('2026-10-01T09:00:00Z');
const SITE = new URL('https://www.ss.lv/');
const AD_URL = 'https://www.ss.lv/msg/lv/transport/cars/bmw/320/aaqxb.html';
const FIXTURES = new URL('../fixtures/ss-lv/', import.meta.url);

/** Real structures with invented ads, and those that the emulator makes, in both languages. */
function pages(): { readonly lists: readonly string[]; readonly ads: readonly string[] } {
  const names = readdirSync(FIXTURES);
  const saved = (start: string) =>
    names
      .filter((name) => name.startsWith(start) && !name.includes('changed'))
      .map((name) => readFileSync(new URL(name, FIXTURES), 'utf8'));
  const market = new Market({ seed: 5, ads: 12, now: () => NOW });
  const shown = (path: string) => {
    const answer = answerOf(market, path, SITE.origin, NOW);
    return answer && 'body' in answer ? [answer.body] : [];
  };
  const paths = market
    .list()
    .map((ad, at) => `/msg/${at % 2 ? 'lv' : 'ru'}/transport/cars/${ad.section}/${ad.slug}.html`);
  return {
    lists: [...saved('list-'), ...shown('/lv/transport/cars/today-5/'), ...shown('/ru/transport/cars/today-5/')],
    ads: [...saved('ad-'), ...paths.flatMap(shown)],
  };
}

const { lists, ads } = pages();

/** Every run tries the same ones. */
const RUNS = { seed: 20_261_001, numRuns: 200 };

/** What `read` gives; null where it says that the page is none. Everything else that is thrown is a fault of ours. */
function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError && error.failure === 'layout') return null;
    throw error;
  }
}

function expectStorable(found: readonly ListedAd[], badRows: readonly BadRow[], page: string): void {
  const kept = storablePage({ ads: found, badRows, unknownValues: {}, next: null, notModified: false });
  expect(kept.ads.length + kept.badRows.length).toBe(found.length + badRows.length);
  expect(kept.ads.length + kept.badRows.length).toBeLessThanOrEqual(page.split(/<tr/i).length - 1);
  expect(new Set(kept.ads.map(({ externalId }) => externalId)).size).toBe(kept.ads.length);
  for (const { externalId, url, title, photo, postedAt, ...facts } of kept.ads) {
    adFactsSchema.parse(facts);
    expect(url).toMatch(/^https:\/\/www\.ss\.lv\/msg\/lv\/transport\/cars\/[a-z0-9/-]+\.html$/);
    expect(photo ?? 'https://i.ss.lv/').toMatch(/^https:\/\/(?:i|www)\.ss\.(?:lv|com)\//);
    expect(title ?? '').not.toMatch(/[\p{Cc}\p{Cs}\u202e]|<\/?script/u);
    expect(facts.price).not.toBe(0);
  }
}

describe('a damaged page', () => {
  it('of a list gives ads that can be stored, counts the others, or is none', () => {
    let read = 0;
    fc.assert(
      fc.property(damaged(lists), (page) => {
        const list = readOrNull(() => toListContents(parseListPage(page, SITE), NOW));
        if (!list) return;
        read += 1;
        expectStorable(list.ads, list.badRows, page);
      }),
      RUNS,
    );
    expect(read).toBeGreaterThan(RUNS.numRuns / 3);
  });

  it('of an ad gives facts that can be stored, or is none', () => {
    let read = 0;
    fc.assert(
      fc.property(damaged(ads), (page) => {
        const ad = readOrNull(() => {
          const raw = parseAdPage(page, SITE);
          return raw.state === 'gone'
            ? raw
            : readableAdPage({ state: 'found', details: toAdDetails(raw.ad, AD_URL, NOW).ad });
        });
        if (ad?.state === 'found') read += 1;
      }),
      RUNS,
    );
    expect(read).toBeGreaterThan(RUNS.numRuns / 3);
  });

  it('of the sections names sections, or is none', () => {
    const intact = [readFileSync(new URL('sections.html', FIXTURES), 'utf8')];
    fc.assert(
      fc.property(damaged(intact), (page) => {
        for (const name of readOrNull(() => parseSections(page)) ?? []) expect(name).toMatch(/^[a-z0-9-]+$/);
      }),
      { ...RUNS, numRuns: 50 },
    );
  });
});

describe('a long page', () => {
  it('of ten thousand ads gives them all', () => {
    const html = readFileSync(new URL('list-last.html', FIXTURES), 'utf8');
    const link = '<a class=am href="/msg/lv/transport/cars/bmw/320/ab.html">x</a>';
    const cells = ['', '', link, 'Bmw', 2012, '2.0D', '-', '-'].map((cell) => `<td>${cell}</td>`).join('');
    const rows = Array.from({ length: 10_000 }, (_, at) => `<tr id="tr_${at + 1}">${cells}</tr>`);
    const page = html.replace(/<tr id="tr_\d+">[\s\S]*<\/tr>/, rows.join(''));
    const found = toListContents(parseListPage(page, SITE), NOW);
    expect([found.ads.length, found.badRows]).toEqual([10_000, []]);
  });
});

describe('a damaged line of a feed', () => {
  const LINE = JSON.stringify({
    ...{
      source: 'dealer',
      externalId: 'a1',
      url: 'https://example.lv/1',
      title: 'BMW 320d',
      brand: 'bmw',
      model: '320',
    },
    ...{ price: 9450, year: 2012, volume: 2, mileage: 214_000, engine: 'diesel', bodyType: 'universal', color: 'blue' },
    ...{
      area: 'riga',
      gearBox: 'automatic',
      dealType: 'sell',
      checkup: '04.2027',
      postedAt: '2026-09-25T11:03:00+03:00',
    },
  });
  const someValue = fc.oneof(fc.jsonValue(), fc.constantFrom(...JUNK, ...NUMBERS), fc.double());
  const otherValues = fc
    .dictionary(fc.constantFrom(...Object.keys(JSON.parse(LINE)), '__proto__', 'x'), someValue, { maxKeys: 3 })
    .map((change) => JSON.stringify({ ...JSON.parse(LINE), ...change }));

  it('gives an ad that can be stored, or a bad row with its reason', () => {
    fc.assert(
      fc.property(fc.oneof(damaged([LINE]), otherValues), (line) => {
        const parsed = parseNdjsonAd(line);
        if ('badRow' in parsed) {
          expect(parsed.badRow.reason).toMatch(/.{5}/);
          return;
        }
        const { source, ...ad } = parsed.ad;
        const page = { ads: [ad], badRows: [], unknownValues: {}, next: null, notModified: false };
        expect(storablePage(page).badRows).toEqual([]);
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 5 },
    );
  });
});
