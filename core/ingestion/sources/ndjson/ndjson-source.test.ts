import { execFileSync } from 'node:child_process';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceError } from '../../ad-source.ts';
import { parseNdjsonAd } from './ndjson-ad.ts';
import { createNdjsonSource, readAdFile } from './ndjson-source.ts';

const AD = {
  source: 'dealer-feed',
  externalId: 'a1',
  url: 'https://example.lv/cars/a1',
  title: 'BMW 320d, tel. 26000123',
  brand: 'bmw',
  model: '320',
  price: 9450,
  year: 2012,
  volume: 2,
  mileage: 214_000,
  engine: 'diesel',
  bodyType: 'universal',
  color: 'blue',
  area: 'riga',
  gearBox: 'automatic',
  dealType: 'sell',
  checkup: '04.2027',
  photo: 'https://example.lv/a1.jpg',
  postedAt: '2026-09-25T11:03:00+03:00',
};

const line = (change: object = {}) => JSON.stringify({ ...AD, ...change });
const signal = () => AbortSignal.timeout(5000);

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe('parseNdjsonAd', () => {
  it('reads an ad and drops what its title says of people', () => {
    expect(parseNdjsonAd(line())).toEqual({
      ad: { ...AD, title: 'BMW 320d, tel.', seller: null, postedAt: new Date('2026-09-25T08:03:00Z') },
    });
  });

  it('takes what is missing for not stated', () => {
    const { source, externalId, url } = AD;
    const parsed = parseNdjsonAd(JSON.stringify({ source, externalId, url }));
    expect(parsed).toMatchObject({ ad: { brand: null, price: null, engine: null, title: null, postedAt: null } });
  });

  it.each([
    ['{"source":', null],
    ['[]', null],
    ['null', null],
    [line({ price: -1 }), 'a1'],
    [line({ price: 0 }), 'a1'],
    [line({ price: '9450' }), 'a1'],
    [line({ price: 1e30 }), 'a1'],
    [line().replace('9450', 'NaN'), null],
    [line().replace('9450', '1e999'), 'a1'],
    ['['.repeat(500_000), null],
    [line({ model: { $gt: '' } }), 'a1'],
    [line({ brand: `a${'\u0301\u0323'.repeat(200_000)}` }), 'a1'],
    [line({ year: 95 }), 'a1'],
    [line({ volume: 99 }), 'a1'],
    [line({ engine: 'steam' }), 'a1'],
    [line({ checkup: '13.2027' }), 'a1'],
    [line({ url: 'javascript:alert(1)' }), 'a1'],
    [line({ postedAt: 'yesterday' }), 'a1'],
    [line({ horsepower: 184 }), 'a1'],
    [line({ brand: 'b\u0000mw' }), 'a1'],
    [line({ source: 'no spaces' }), 'a1'],
    [line({ externalId: 7 }), null],
    [`"${'x'.repeat(1_000_001)}"`, null],
  ])('refuses %.60s with its reason', (text, externalId) => {
    expect(parseNdjsonAd(text)).toEqual({ badRow: { externalId, reason: expect.stringMatching(/.{5}/) } });
  });
});

describe('a file of ads', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vanags-ads-'));
    path = join(folder, 'ads.ndjson');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is read in pages of one source, with its bad lines, BOM, CRLF and blank lines', async () => {
    const lines = [line(), '', 'broken', line({ externalId: 'a2' }), line({ source: 'other', externalId: 'b1' })];
    await writeFile(path, `\uFEFF${lines.join('\r\n')}`);
    const parts = await collect(readAdFile(path));
    expect(parts.map(({ source, page }) => [source, page.ads.map((ad) => ad.externalId), page.badRows.length])).toEqual(
      [
        ['dealer-feed', ['a1', 'a2'], 1],
        ['other', ['b1'], 0],
      ],
    );
    expect(parts[0]?.page.ads[0]).not.toHaveProperty('source');
  });

  it('comes in parts when it is long', async () => {
    await writeFile(path, Array.from({ length: 1200 }, (_, at) => line({ externalId: `a${at}` })).join('\n'));
    const parts = await collect(readAdFile(path));
    expect(parts.map(({ page }) => page.ads.length)).toEqual([500, 500, 200]);
  });

  it('that is not there is told in one sentence', async () => {
    await expect(collect(readAdFile(path))).rejects.toThrow(`${path} cannot be read`);
    await expect(collect(readAdFile(folder))).rejects.toThrow(SourceError);
  });

  it('can be a source, whose ads are gone when the file no longer has them', async () => {
    await writeFile(path, [line(), 'broken'].join('\n'));
    const source = createNdjsonSource({ path });
    const page = await source.fetchList(null, signal());
    expect(page).toMatchObject({ ads: [{ externalId: 'dealer-feed:a1' }], badRows: [{}], next: null });
    expect(await source.fetchAd(AD.url, signal(), 'news')).toMatchObject({
      state: 'found',
      details: { gearBox: 'automatic' },
    });
    await writeFile(path, '');
    await source.fetchList(null, signal());
    expect(await source.fetchAd(AD.url, signal(), 'news')).toEqual({ state: 'gone' });
  });

  it('finds an ad that has come since the file was read, as another process may have stored it', async () => {
    await writeFile(path, line());
    const source = createNdjsonSource({ path });
    await source.fetchList(null, signal());
    await writeFile(path, [line(), line({ externalId: 'a2', url: `${AD.url}-2` })].join('\n'));
    expect(await source.fetchAd(`${AD.url}-2`, signal(), 'news')).toMatchObject({ state: 'found' });
  });

  it('that is read slowly while a newer one is read does not make the newer ads gone', async () => {
    const slow = join(folder, 'slow');
    execFileSync('mkfifo', [slow]);
    await symlink(slow, path);
    const source = createNdjsonSource({ path });
    const reads = [source.fetchList(null, signal())];
    await writeFile(`${path}.new`, [line(), line({ externalId: 'a2', url: `${AD.url}-2` })].join('\n'));
    await rename(`${path}.new`, path);
    reads.push(source.fetchList(null, signal()));
    // The newer one would be read by then.
    for (let turns = 0; turns < 1000; turns += 1) await turn();
    await writeFile(slow, line());
    await Promise.all(reads);
    expect(await source.fetchAd(`${AD.url}-2`, signal(), 'news')).toMatchObject({ state: 'found' });
  });

  it('without one readable line is a changed layout', async () => {
    await writeFile(path, '<html>\n</html>');
    await expect(createNdjsonSource({ path }).fetchList(null, signal())).rejects.toMatchObject({ failure: 'layout' });
  });
});
