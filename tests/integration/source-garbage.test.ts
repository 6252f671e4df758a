import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, runInFork } from '#core/db/open.ts';
import { type AdSource, type ListedAd, SourceError } from '#core/ingestion/ad-source.ts';
import { createSource } from '#core/ingestion/sources/create-source.ts';
import { PollingWorker } from '#core/polling-worker.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld, pagesOf } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';
import { type MarketEmulator, startMarketEmulator } from '#tools/market-emulator/server.ts';

const LOGIN = '<html><form action="/login/"><input name=login><input type=password name=password></form></html>';
const CAPTCHA = '<html><body><div id="captcha">Ievadi skaitļus no attēla</div></body></html>';
const DEEP = '<div>'.repeat(50_000);

let database: Database;
let site: MarketEmulator;
let source: AdSource;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.em.fork().execute('delete from ads; delete from sources; delete from ingestion_runs');
  site = await startMarketEmulator({ seed: 11, ads: 70 });
  const created = createSource({ kind: 'ss-lv', url: site.url, intervalS: 60 }, { production: false });
  if (!created) throw new Error('no source');
  source = created;
  world = createIngestionWorld(database);
});
afterEach(() => site.close());

const query = <Row>(sql: string) => database.orm.em.fork().execute<Row[]>(sql);
const poll = () => runInFork(database.orm, () => world.ingestionWith().ingestOnce(source, AbortSignal.timeout(10_000)));
const state = async () => {
  const [row] = await query<{ cursor: string | null; done: boolean }>(
    'select cursor, baseline_completed_at is not null as done from sources',
  );
  return row ?? { cursor: null, done: false };
};
const storedIds = async () =>
  (await query<{ id: string }>('select external_id as id from ads')).map(({ id }) => id).sort();
const idsOnOffer = () => site.market.list().map(({ id }) => String(id));

/** Every way a page can be none, one after another. */
function breakNextPage(way: number): void {
  const { faults } = site;
  const ways = [
    () => faults.fail(1),
    () => faults.garbage(1, LOGIN),
    () => faults.garbage(1, CAPTCHA),
    () => faults.garbage(1, '<html><body><h1>500 Internal Server Error</h1></body></html>'),
    () => faults.garbage(1, ''),
    () => faults.garbage(1, DEEP),
    () => faults.garbage(1, Buffer.alloc(6 * 1024 * 1024, 'x')),
    () => faults.garbage(1, Buffer.from([0xff, 0xfe, 0x00, 0x3c, 0xd8])),
    () => faults.garbage(1, '{"error":"busy"}', 'application/json'),
    () => faults.reset(1),
  ];
  ways[way % ways.length]?.();
}

describe('a site that answers every other page with something else', () => {
  it('is read to its end all the same: no page is passed over, no ad is lost', async () => {
    for (let way = 0; !(await state()).done; way += 1) {
      const { cursor } = await state();
      breakNextPage(way);
      await expect(poll()).rejects.toThrow(SourceError);
      expect((await state()).cursor).toBe(cursor);
      await poll();
    }
    expect(await storedIds()).toEqual(idsOnOffer().sort());
    expect(await query('select error from ingestion_runs')).toEqual([{ error: null }]);
  });

  it('does not end the worker that reads it', async () => {
    for (let way = 0; way < 10; way += 1) breakNextPage(way);
    const read = Promise.withResolvers<void>();
    const worker = new PollingWorker({
      ...{ name: 'ingestion', intervalMs: 1, logger: testLogger() },
      run: async () => {
        const more = await poll();
        if (!more) read.resolve();
        return more;
      },
    });
    worker.start();
    await read.promise;
    await worker.stop();
    expect(await storedIds()).toEqual(idsOnOffer().sort());
  });
});

describe('a page with bad rows', () => {
  it('gives its other ads, and the bad ones are counted', async () => {
    const broken = site.market.list().filter((_, at) => at % 3 === 0);
    for (const { id } of broken) site.market.breakRow(id);
    while (await poll());
    expect(await storedIds()).toEqual(
      idsOnOffer()
        .filter((id) => !broken.some((ad) => String(ad.id) === id))
        .sort(),
    );
    const [run] = await query<{ counts: { rows: number; badRows: number } }>('select counts from ingestion_runs');
    expect(run?.counts.badRows).toBeGreaterThanOrEqual(broken.length);
  });

  it.each<[string, Partial<ListedAd>]>([
    ['a price that is no number', { price: Number.NaN }],
    ['a price without end', { price: Number.POSITIVE_INFINITY }],
    ['a volume that is no number', { volume: Number.NaN }],
    ['a mileage below nothing', { mileage: -1 }],
    ['a year without end', { year: Number.NEGATIVE_INFINITY }],
    ['half a price', { price: 0.5 }],
    ['a key that nobody knows', { engine: 'steam' as never }],
    ['a month that is none', { checkup: '13.2027' }],
    ['a time that is none', { postedAt: new Date(Number.NaN) }],
    ['half a letter', { title: '\ud800' }],
    ['a story as its title', { title: 'x'.repeat(1_000_000) }],
    ['no address', { url: 'javascript:alert(1)' }],
  ])('loses the one with %s', async (_what, fault) => {
    const counts = await world.bring('import', pagesOf([aListedAd('good'), aListedAd('bad', fault)]));
    expect(counts).toMatchObject({ new: 1, badRows: 1 });
    expect((await world.stored()).map(({ external_id }) => external_id)).toEqual(['good']);
  });
});

describe('a number that is none', () => {
  it.each(['price', 'mileage', 'volume'])('is refused by the table itself as %s', async (column) => {
    await world.bring('import', pagesOf([aListedAd('a')]));
    for (const value of ["'NaN'::numeric", "'Infinity'::float8", '-1']) {
      await expect(query(`update ads set ${column} = ${value}`)).rejects.toThrow();
    }
  });
});

describe('the same car', () => {
  it('under a new number and a new address is another ad, as it is for the site', async () => {
    await world.bring('import', pagesOf([aListedAd('old')]));
    await world.bring('import', pagesOf([aListedAd('new')]));
    expect(await world.events()).toEqual(['new old 5000', 'new new 5000']);
  });
});
