import type { AdPage, AdSource, ListedAd, ListPage } from '#core/ingestion/ad-source.ts';

/** An ad on a list, of a name: its row id and its address come from it. */
export function aListedAd(name: string, given: Partial<ListedAd> = {}): ListedAd {
  return {
    externalId: name,
    url: `https://market.example/msg/lv/cars/${name}.html`,
    title: `ad ${name}`,
    photo: `https://market.example/${name}.jpg`,
    postedAt: null,
    ...{ brand: 'bmw', model: '320', price: 5000, year: 2010, volume: 2, mileage: 200_000, engine: null },
    ...{ bodyType: null, color: null, area: null, gearBox: null, dealType: 'sell', checkup: null, seller: null },
    ...given,
  };
}

/** A market in memory at the port: ads, newest first, in pages, and the ads' own pages by name. */
export class FakeSource implements AdSource {
  readonly id: string;
  ads: ListedAd[] = [];
  pageSize = 3;
  /** Rows on every page that cannot be read. */
  badRows = 0;
  notModified = false;
  /** What asking for a list throws. */
  broken: Error | null = null;
  /** An ad's own page, or what asking for it throws; a name without one is gone. */
  readonly adPages = new Map<string, AdPage | Error>();
  readonly listsRead: (string | null)[] = [];
  readonly adsRead: string[] = [];

  constructor(id: string) {
    this.id = id;
  }

  async fetchList(cursor: string | null): Promise<ListPage> {
    this.listsRead.push(cursor);
    if (this.broken) throw this.broken;
    const start = Number(cursor ?? 0);
    const end = start + this.pageSize;
    return {
      ads: this.notModified ? [] : this.ads.slice(start, end),
      badRows: Array.from({ length: this.badRows }, () => ({ externalId: null, reason: 'five cells' })),
      unknownValues: {},
      next: end < this.ads.length ? String(end) : null,
      notModified: this.notModified,
    };
  }

  async fetchAd(url: string): Promise<AdPage> {
    const name = url.replace(/.*\/(.*)\.html$/, '$1');
    this.adsRead.push(name);
    const page = this.adPages.get(name) ?? { state: 'gone' };
    if (page instanceof Error) throw page;
    return page;
  }
}
