import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { golf } from '#tests/support/seen-golf.ts';
import { countsOf, type PageContext, planPage } from './ad-page.ts';
import type { KnownAd, SeenAd } from './seen-ad.ts';

const SEEN_AT = new Date('2026-11-20T12:00:00Z');

const live: PageContext = {
  authority: 'list',
  newestFirst: true,
  events: 'held',
  detailsDone: false,
  seenAt: SEEN_AT,
  previous: new Set(),
};

/** A store in memory: reads pages one after the other as the database would keep them. */
function readPages(
  pages: readonly (readonly SeenAd[])[],
  context: PageContext = live,
  stored: readonly KnownAd[] = [],
) {
  let known = stored;
  let lastId = Math.max(0, ...stored.map((ad) => ad.id));
  const results = pages.map((page) => {
    const plan = planPage(known, page, context, () => ++lastId);
    known = plan.ads.map(({ after }) => ({ ...after, newHeld: false }));
    return { counts: countsOf(plan), events: plan.sightings.flatMap(({ event }) => event ?? []) };
  });
  return { known, results, last: results.at(-1) as (typeof results)[number] };
}

/** Some cars, each with a row id and an address of its own, of few kinds, so that they resemble one another. */
const car = fc.record({
  brand: fc.constantFrom('bmw', 'audi'),
  model: fc.constantFrom('320', 'a4', null),
  year: fc.constantFrom(2008, 2018, null),
  engine: fc.constantFrom('diesel' as const, null),
  volume: fc.constantFrom(1.9, 2, null),
  price: fc.option(fc.integer({ min: 1, max: 20_000 })),
  mileage: fc.option(fc.integer({ min: 1, max: 400_000 })),
  title: fc.option(fc.string()),
});
const market = fc.array(car, { maxLength: 12 }).map((cars) =>
  cars.map(
    (facts, index): SeenAd => ({
      ...golf,
      ...facts,
      externalId: `${index}`,
      url: `https://www.ss.lv/msg/lv/transport/cars/x/y/${'abcdefghijkl'[index]}.html`,
    }),
  ),
);

describe('reading a list page', () => {
  it('takes no other host or language of the site for a new ad', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('www.ss.lv', 'ss.lv', 'ss.com', 'm.ss.com'),
        fc.constantFrom('lv', 'ru'),
        (host, language) => {
          const url = golf.url.replace('www.ss.lv', host).replace('/lv/', `/${language}/`);
          expect(readPages([[golf], [{ ...golf, externalId: 'another', url }]]).last.counts.new).toBe(0);
        },
      ),
    );
  });

  it('finds nothing to store when it is read again', () => {
    fc.assert(
      fc.property(market, (ads) => {
        const { results } = readPages([ads, ads]);
        expect(results[0]?.counts.new).toBe(ads.length);
        expect(results[1]?.counts).toEqual({ stored: 0, new: 0, renewed: 0, priceDrops: 0, unchanged: ads.length });
        expect(results[1]?.events).toEqual([]);
      }),
    );
  });

  it('finds the same ads new in whatever order the pages come', () => {
    fc.assert(
      fc.property(market, market, fc.boolean(), (before, after, reuse) => {
        // A later car stands under the address of an earlier one, with a row id of its own or with the same.
        const later = after.map((ad) => ({
          ...ad,
          year: 1999,
          externalId: reuse ? ad.externalId : `9${ad.externalId}`,
        }));
        const isNew = (pages: SeenAd[][]) => readPages(pages).results.reduce((sum, { counts }) => sum + counts.new, 0);
        const pages = [before.map((ad) => ({ ...ad, year: 2008 })), later];
        expect(isNew(pages)).toBe(before.length + after.length);
        expect(isNew(pages.toReversed())).toBe(before.length + after.length);
        expect(isNew([...pages, ...pages])).toBe(before.length + after.length);
      }),
    );
  });

  it('takes an edited title for the same ad', () => {
    fc.assert(
      fc.property(market, fc.string(), (ads, title) => {
        expect(readPages([ads, ads.map((ad) => ({ ...ad, title }))]).last.counts.new).toBe(0);
      }),
    );
  });

  it('sees a price drop exactly when the price falls below the last known one', () => {
    const price = fc.option(fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 8 }), (prices) => {
        const { results } = readPages(prices.map((value) => [{ ...golf, price: value }]));
        let known = prices[0] ?? null;
        const expected = prices.slice(1).map((value) => {
          const drop = value !== null && known !== null && value < known;
          const event = drop ? [{ adId: 1, kind: 'price_drop', oldPrice: known, price: value }] : [];
          known = value ?? known;
          return event;
        });
        expect(results.slice(1).map(({ events }) => events)).toEqual(expected);
      }),
    );
  });

  it('tells no drop of its own while the event of the new ad waits', () => {
    const { known } = readPages([[golf]]);
    const held = known.map((ad) => ({ ...ad, newHeld: true }));
    const { last } = readPages([[{ ...golf, price: 2000 }]], live, held);
    expect(last.counts.priceDrops).toBe(1);
    expect(last.events).toEqual([]);
  });

  it('makes no event during a baseline', () => {
    const { results } = readPages([[golf], [{ ...golf, price: 1000 }]], { ...live, events: 'none' });
    expect(results.flatMap(({ events }) => events)).toEqual([]);
  });

  it('takes another car under an old address, or under an old row id, for a new ad that supersedes the old one', () => {
    const other = { ...golf, year: 2010 };
    for (const reused of [other, { ...other, externalId: '52000000' }, { ...other, url: `${other.url}x.html` }]) {
      const { known, last } = readPages([[golf], [reused]]);
      expect(last.counts.new).toBe(1);
      expect(known.map(({ superseded, title }) => [superseded, title])).toEqual([
        [true, null],
        [false, golf.title],
      ]);
      const ids = reused.externalId === golf.externalId ? `${golf.externalId}~1` : golf.externalId;
      expect(known.map(({ externalId }) => externalId)).toEqual([ids, reused.externalId]);
    }
  });

  it('knows a superseded car when it comes back, and lets it take its place again', () => {
    const { known, last } = readPages([[golf], [{ ...golf, year: 2010 }], [golf]]);
    expect(last.counts).toMatchObject({ new: 0, stored: 1 });
    expect(known.map(({ externalId, superseded }) => [externalId, superseded])).toEqual([
      [golf.externalId, false],
      [`${golf.externalId}~2`, true],
    ]);
  });

  it('gives the living rows of a page keys of their own, whatever it shows', () => {
    const row = fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      url: fc.constantFrom('a', 'b', 'c'),
      year: fc.constantFrom(1, 2, null),
    });
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 5 }), (pages) => {
        const seen = pages.map((page) =>
          page.map(({ id, url, year }) => ({ ...golf, externalId: `${id}`, url: `https://ss.lv/${url}.html`, year })),
        );
        const { known } = readPages(seen);
        expect(new Set(known.map((ad) => ad.externalId)).size).toBe(known.length);
        const standing = known.filter((ad) => !ad.superseded);
        expect(new Set(standing.map((ad) => ad.urlKey)).size).toBe(standing.length);
      }),
    );
  });

  it('does not take an ad that returns for new', () => {
    const { known } = readPages([[golf]]);
    const gone = known.map((ad) => ({ ...ad, gone: true, title: null, photo: null }));
    const back = readPages([[golf]], live, gone);
    expect(back.last.counts).toMatchObject({ new: 0, stored: 1 });
    expect(back.known[0]).toMatchObject({ gone: false, title: golf.title });
  });

  it('keeps what a page of its own has told against a coarser list', () => {
    const { known } = readPages([[golf]]);
    const exact = known.map((ad) => ({ ...ad, detailsDone: true, mileage: 250_480, engine: 'lpg' as const }));
    const again = readPages([[{ ...golf, engine: null }]], live, exact);
    expect(again.last.counts.unchanged).toBe(1);
    const driven = readPages(
      [[{ ...golf, mileage: 260_000, price: 2400 }]],
      live,
      known.map((ad) => ({ ...ad, detailsDone: true })),
    );
    expect(driven.known[0]).toMatchObject({ mileage: 260_000, price: 2400 });
  });
});

describe('a renewal', () => {
  const named = (name: string): SeenAd => ({ ...golf, externalId: name, url: `https://www.ss.lv/msg/lv/${name}.html` });
  const yesterday = new Date(SEEN_AT.getTime() - 86_400_000);
  const stored = (names: string, lastSeenAt: Date) =>
    readPages([[...names].map(named)]).known.map((ad) => ({ ...ad, lastSeenAt }));
  const renewedOf = (page: string, known: readonly KnownAd[], context = live) => {
    let lastId = known.length;
    const plan = planPage(known, [...page].map(named), context, () => ++lastId);
    return plan.sightings.filter(({ renewed }) => renewed).map(({ ad }) => ad.after.externalId);
  };

  it('is a known ad above a new one', () => {
    expect(renewedOf('NbMac', stored('abc', yesterday))).toEqual(['b']);
  });

  it('is a known ad above one that was on the newest pages when it was not', () => {
    const known = stored('abc', yesterday).map((ad) =>
      ad.externalId === 'c' ? { ...ad, lastSeenAt: new Date(0) } : ad,
    );
    expect(renewedOf('cab', known)).toEqual(['c']);
    expect(renewedOf('abc', known)).toEqual([]);
  });

  it('is not an ad that a shifted page shows twice', () => {
    expect(renewedOf('aNN', stored('abc', SEEN_AT), { ...live, previous: new Set(['a']) })).toEqual([]);
  });

  it('is read from the order of pages only where they are in order, and from a later date always', () => {
    const known = stored('ab', yesterday).map((ad) => ({ ...ad, postedAt: yesterday }));
    expect(renewedOf('aN', known, { ...live, newestFirst: false })).toEqual([]);
    const later = planPage(known, [{ ...named('a'), postedAt: SEEN_AT }], { ...live, newestFirst: false }, () => 9);
    expect(countsOf(later)).toMatchObject({ renewed: 1, stored: 1, new: 0 });
  });
});
