import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recogniseBrand, recogniseModel } from '#core/catalog/recognise.ts';
import { type AdSource, type ListedAd, type ListPage, SourceError } from '#core/ingestion/ad-source.ts';
import { createSource } from '#core/ingestion/sources/create-source.ts';
import { createSsLvSource } from '#core/ingestion/sources/ss-lv/ss-lv-source.ts';
import type { MarketAd } from '#tools/market-emulator/market-ad.ts';
import { type MarketEmulator, startMarketEmulator } from '#tools/market-emulator/server.ts';

const ADS = 150;

let site: MarketEmulator;
let source: AdSource;
const signal = () => AbortSignal.timeout(10_000);

beforeEach(async () => {
  site = await startMarketEmulator({ seed: 7, ads: ADS });
  const created = createSource({ kind: 'ss-lv', url: site.url, intervalS: 60 }, { production: false });
  if (!created) throw new Error('no source');
  source = created;
});

afterEach(() => site.close());

async function sweep(from: AdSource): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage = await from.fetchList(cursor, signal());
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.failure : String(error);
}

function urlOf(ad: MarketAd): string {
  return `${site.url}/msg/lv/transport/cars/${ad.section}/${ad.slug}.html`;
}

/** What a row of a list can tell of an ad. */
function listedFacts(ad: MarketAd) {
  const brand = recogniseBrand(ad.brand);
  const volume = ad.fuel === 'electric' ? null : ad.volume;
  const engine = ad.fuel === 'gasoline' || ad.fuel === 'lpg' ? null : ad.fuel;
  const { year, price, mileage, dealType } = ad;
  return { externalId: String(ad.id), url: urlOf(ad), brand, year, price, mileage, dealType, volume, engine };
}

function detailFacts(ad: MarketAd) {
  const { bodyType, color, area, gearBox, checkup } = ad;
  const { externalId, url, ...listed } = listedFacts(ad);
  const model = recogniseModel(listed.brand ?? '', ad.model);
  const seller = ad.dealer ? 'dealer' : 'private';
  return { ...listed, model, engine: ad.fuel, bodyType, color, area, gearBox, checkup, seller };
}

describe('the lists of the emulated site', () => {
  it('show the newest ads first and every ad of the market in a sweep', async () => {
    const pages = await sweep(source);
    expect(pages[0]?.ads[0]?.externalId).toBe(String(site.market.list()[0]?.id));
    const seen = new Map<string, ListedAd>();
    for (const ad of pages.flatMap((page) => page.ads)) {
      expect(seen.get(ad.externalId) ?? ad).toEqual(ad);
      seen.set(ad.externalId, ad);
    }
    expect(seen.size).toBe(ADS);
    for (const ad of site.market.list()) expect(seen.get(String(ad.id))).toMatchObject(listedFacts(ad));
    expect(pages.flatMap(({ badRows, unknownValues }) => [...badRows, ...Object.keys(unknownValues)])).toEqual([]);
  });

  it('show every ad exactly once where one list is read alone', async () => {
    for (let added = 0; added < 40; added += 1) site.market.addAd({ brand: 'Bmw' });
    const bmw = createSsLvSource({ baseUrl: `${site.url}/lv/transport/cars/bmw/`, allowPrivate: true, delayMs: 0 });
    const pages = await sweep(bmw);
    const ids = pages.flatMap((page) => page.ads.map((ad) => ad.externalId));
    const onOffer = site.market.list().filter((ad) => ad.brand === 'Bmw');
    expect(pages.length).toBeGreaterThan(1);
    expect(ids).toEqual(onOffer.map((ad) => String(ad.id)));
  });

  it('are the same in Russian', async () => {
    const russian = createSsLvSource({
      baseUrl: `${site.url}/ru/transport/cars/today-5/`,
      allowPrivate: true,
      delayMs: 0,
    });
    const latvian = createSsLvSource({
      baseUrl: `${site.url}/lv/transport/cars/today-5/`,
      allowPrivate: true,
      delayMs: 0,
    });
    const [ru, lv] = await Promise.all([sweep(russian), sweep(latvian)]);
    expect(ru.flatMap((page) => page.ads)).toEqual(lv.flatMap((page) => page.ads));
  });

  it('end where they became shorter while they were read', async () => {
    const bmw = createSsLvSource({ baseUrl: `${site.url}/lv/transport/cars/bmw/`, allowPrivate: true, delayMs: 0 });
    expect(await bmw.fetchList('bmw/page9', signal())).toMatchObject({ ads: [], next: null });
    const gone = await source.fetchList('zaz/page1', signal());
    expect(gone.ads).toEqual([]);
  });

  it('tell buy requests, exchanges and electric cars', async () => {
    const buy = site.market.addAd({ brand: 'Renault', model: 'Megane', dealType: 'buy' });
    const change = site.market.addAd({ brand: 'Volvo', model: 'V70', dealType: 'change', price: 4200 });
    const electric = site.market.addAd({ brand: 'Tesla', model: 'Model 3', text: 'Tesla Model 3 Long Range' });
    const { ads } = await source.fetchList(null, signal());
    const adOf = ({ id }: MarketAd) => ads.find((ad) => ad.externalId === String(id));
    expect(adOf(buy)).toMatchObject({ dealType: 'buy', price: null, year: null, photo: null });
    expect(adOf(change)).toMatchObject({ dealType: 'change', price: 4200 });
    expect(adOf(electric)).toMatchObject({ brand: 'tesla', model: 'model-3', engine: 'electric', volume: null });
  });

  it('lose one row, not the page, when a row is broken', async () => {
    const { id } = site.market.addAd();
    site.market.breakRow(id);
    const page = await source.fetchList(null, signal());
    expect(page.badRows).toEqual([{ externalId: String(id), reason: '7 cells' }]);
    expect(page.ads.length).toBeGreaterThan(0);
  });

  it('say so when nothing has changed, and show what has', async () => {
    const first = await source.fetchList(null, signal());
    expect(await source.fetchList(null, signal())).toEqual({
      ads: [],
      badRows: [],
      unknownValues: {},
      next: first.next,
      notModified: true,
    });
    const { id } = site.market.addAd();
    const changed = await source.fetchList(null, signal());
    expect([changed.notModified, changed.ads[0]?.externalId]).toEqual([false, String(id)]);
  });

  it('give another ad where an address is used again', async () => {
    const old = site.market.addAd({ brand: 'Citroen', model: 'C4', year: 2013, price: 5500 });
    const [before] = (await source.fetchList(null, signal())).ads;
    site.market.reuseUrl(old.id, { year: 2008, price: 650 });
    const [after] = (await source.fetchList(null, signal())).ads;
    expect(after?.url).toBe(before?.url);
    expect(after?.externalId).not.toBe(before?.externalId);
    expect(after).toMatchObject({ year: 2008, price: 650 });
  });
});

describe('the own page of an ad', () => {
  it('tells all that the market has of it', async () => {
    for (const ad of site.market.list().slice(0, 40)) {
      const page = await source.fetchAd(urlOf(ad), signal(), 'news');
      expect(page).toMatchObject({ state: 'found', details: detailFacts(ad) });
    }
  });

  it('is gone with the ad', async () => {
    const ad = site.market.addAd();
    site.market.remove(ad.id);
    expect(await source.fetchAd(urlOf(ad), signal(), 'news')).toEqual({ state: 'gone' });
    expect(await source.fetchAd(`${site.url}/msg/lv/transport/cars/bmw/320/zzzzz.html`, signal(), 'news')).toEqual({
      state: 'gone',
    });
  });

  it('is asked for on this site only', async () => {
    expect(
      await failureOf(source.fetchAd('http://127.0.0.1:9/msg/lv/transport/cars/bmw/320/abcde.html', signal(), 'news')),
    ).toBe('refused');
    expect(await failureOf(source.fetchAd(`${site.url}/photo/1`, signal(), 'news'))).toBe('refused');
  });

  it('shows a photo in the colour of the car', async () => {
    const [ad] = (await source.fetchList(null, signal())).ads;
    const photo = await fetch(ad?.photo ?? '', { signal: signal() });
    expect(photo.headers.get('content-type')).toBe('image/svg+xml');
    expect(await photo.text()).toMatch(/^<svg .*--body:#/);
  });
});

describe('a site in trouble', () => {
  it('is unavailable, and read again afterwards', async () => {
    const patient = createSsLvSource({ baseUrl: site.url, allowPrivate: true, delayMs: 0, timeoutMs: 300 });
    site.faults.fail(1);
    expect(await failureOf(patient.fetchList(null, signal()))).toBe('unavailable');
    site.faults.slow(1, 2000);
    expect(await failureOf(patient.fetchList(null, signal()))).toBe('unavailable');
    site.faults.reset(1);
    expect(await failureOf(patient.fetchList(null, signal()))).toBe('unavailable');
    expect((await patient.fetchList(null, signal())).ads.length).toBeGreaterThan(0);
  });

  it('is a changed layout when it shows something else', async () => {
    site.faults.garbage(1);
    expect(await failureOf(source.fetchList(null, signal()))).toBe('layout');
  });

  it('is not asked at all in production when it is this machine', async () => {
    const production = createSource({ kind: 'ss-lv', url: site.url, intervalS: 60 }, { production: true });
    expect(await failureOf(production?.fetchList(null, signal()) ?? Promise.resolve())).toBe('refused');
  });
});

describe('a feed of ads in JSON, one a line', () => {
  it('may be a file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vanags-feed-'));
    const file = path.join(folder, 'ads.ndjson');
    writeFileSync(file, '{"source":"dealer","externalId":"1","url":"https://example.lv/1","price":9000}\n');
    const ads = createSource({ kind: 'ndjson', url: file, intervalS: 60 }, { production: true });
    expect((await ads?.fetchList(null, signal()))?.ads).toMatchObject([{ price: 9000 }]);
    rmSync(folder, { recursive: true });
  });

  it('is read whole, and again when it has changed', async () => {
    let body = '{"source":"dealer","externalId":"1","url":"https://example.lv/1","price":9000}\nbroken\n';
    const feed = createServer((request, response) => {
      if (request.url === '/robots.txt') return response.writeHead(404).end();
      const etag = `"${body.length}"`;
      if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
      return response.writeHead(200, { 'content-type': 'application/x-ndjson', etag }).end(body);
    });
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/ads`;
    const ads = createSource({ kind: 'ndjson', url, intervalS: 60 }, { production: false });
    const first = await ads?.fetchList(null, signal());
    expect(first).toMatchObject({ ads: [{ externalId: 'dealer:1', price: 9000 }], badRows: [{}], notModified: false });
    expect(await ads?.fetchList(null, signal())).toMatchObject({ ads: [], notModified: true });
    expect(await ads?.fetchAd('https://example.lv/1', signal(), 'news')).toMatchObject({ details: { price: 9000 } });
    body = body.replace('9000', '8500.0');
    expect((await ads?.fetchList(null, signal()))?.ads[0]?.price).toBe(8500);
    body += body.replaceAll('example.lv/1', 'example.lv/2').replace('"1"', '"2"');
    expect(await ads?.fetchAd('https://example.lv/2', signal(), 'news')).toMatchObject({ state: 'found' });
    // What was read for the one ad is not lost for the list.
    expect((await ads?.fetchList(null, signal()))?.ads).toHaveLength(2);
    expect(await ads?.fetchList(null, signal())).toMatchObject({ ads: [], notModified: true });
    feed.close();
    feed.closeAllConnections();
  });
});

describe('the control of another process', () => {
  async function post(
    command: string,
    body: unknown,
  ): Promise<{ status: number; json: { id: number; price: number } }> {
    const answer = await fetch(`${site.url}/control/${command}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: signal(),
    });
    return { status: answer.status, json: (await answer.json()) as { id: number; price: number } };
  }

  it('steers the market', async () => {
    const { json: added } = await post('add', { brand: 'Bmw', model: '320', price: 9000 });
    expect(site.market.list()[0]).toMatchObject({ id: added.id, brand: 'Bmw', price: 9000 });
    expect((await post('price', { id: added.id, price: 8000 })).json.price).toBe(8000);
    await post('add', {});
    await post('renew', { id: added.id });
    expect(site.market.list()[0]?.id).toBe(added.id);
    expect((await post('reuse', { id: added.id, year: 2010 })).json.id).not.toBe(added.id);
    expect((await post('remove', { id: added.id })).status).toBe(400);
    expect((await post('tick', {})).status).toBe(200);
  });

  it('refuses what it does not understand', async () => {
    expect((await post('add', { horsepower: 200 })).status).toBe(400);
    expect((await post('explode', {})).status).toBe(404);
  });
});

describe('the emulated market', () => {
  it('is the same for the same seed', async () => {
    const now = () => new Date('2026-10-01T09:00:00Z');
    const one = await startMarketEmulator({ seed: 3, ads: 50, now });
    const two = await startMarketEmulator({ seed: 3, ads: 50, now });
    for (let round = 0; round < 20; round += 1) expect(one.market.tick()).toEqual(two.market.tick());
    expect(one.market.list()).toEqual(two.market.list());
    await Promise.all([one.close(), two.close()]);
  });
});
