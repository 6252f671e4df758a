import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { SourceError } from '#core/ingestion/ad-source.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: Database;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createIngestionWorld(database);
});

describe('a sweep', () => {
  beforeEach(async () => {
    world.source.ads = [...'abcdefghijklmno'].map((name) => aListedAd(name));
    world.source.pageSize = 2;
    await world.drain();
    world.clock.advance(60_000);
  });

  /** A whole sweep, a day after the last one. */
  async function nextSweep(): Promise<void> {
    world.clock.advance(DAY_MS);
    await world.drain();
  }

  it('begins once a day, a few pages a poll, with the newest pages read in between', async () => {
    world.source.listsRead.length = 0;
    await world.drain();
    expect(world.source.listsRead).toEqual([null]);
    world.clock.advance(DAY_MS);
    world.source.listsRead.length = 0;
    expect(await world.poll()).toBe(true);
    expect(world.source.listsRead).toEqual([null, '2', '4']);
    await world.drain();
    expect(world.source.listsRead).toEqual([null, '2', '4', null, '6', '8', null, '10', '12', null, '14']);
    expect((await world.runs()).map(({ kind, counts }) => [kind, counts.rows])).toEqual([
      ['sweep', 15],
      ['sweep', 15],
    ]);
  });

  it('finds price drops and unknown ads far down', async () => {
    world.source.ads = [
      ...world.source.ads.slice(0, 9),
      aListedAd('x'),
      ...world.source.ads.slice(9, 14),
      aListedAd('o', { price: 100 }),
    ];
    await nextSweep();
    expect(await world.events()).toEqual(['(new x 5000)', 'price_drop o 5000>100']);
    expect((await world.stored()).filter((row) => row.renewed_at)).toEqual([]);
  });

  it('does not move its cursor past a page that failed', async () => {
    world.clock.advance(DAY_MS);
    await world.poll();
    const { cursor } = await world.state();
    world.source.broken = new SourceError('unavailable', 'no answer');
    await expect(world.poll()).rejects.toMatchObject({ failure: 'unavailable' });
    expect((await world.state()).cursor).toBe(cursor);
    world.source.broken = null;
    await world.drain();
    expect(await world.state()).toMatchObject({ cursor: null, sweep_started_at: null });
  });

  it('takes an ad for gone that two sweeps and its own page miss; its return is not new', async () => {
    const { ads } = world.source;
    world.source.ads = ads.filter((row) => row.externalId !== 'm');
    await nextSweep();
    expect(await world.ad('m')).toMatchObject({ missed_sweeps: 1, gone_at: null });
    await nextSweep();
    expect(await world.ad('m')).toMatchObject({ gone_at: expect.any(String), title: null, photo: null, price: 5000 });
    world.source.ads = ads;
    await nextSweep();
    expect(await world.ad('m')).toMatchObject({ gone_at: null, title: 'ad m', missed_sweeps: 0 });
    expect(await world.events()).toEqual([]);
  });

  it('keeps a missing ad whose own page still stands', async () => {
    const { externalId, url, ...details } = aListedAd('m');
    world.source.adPages.set('m', { state: 'found', details });
    world.source.ads = world.source.ads.filter((row) => row.externalId !== externalId);
    await nextSweep();
    await nextSweep();
    expect(await world.ad('m')).toMatchObject({ missed_sweeps: 0, gone_at: null });
  });

  it('gives a missing ad up when its page belongs to another car, or may not be asked for', async () => {
    const { url, externalId: _, ...details } = aListedAd('m');
    world.source.adPages.set('m', { state: 'found', details: { ...details, year: 1999 } });
    world.source.adPages.set('n', new SourceError('refused', 'budget'));
    world.source.ads = world.source.ads.filter((row) => !'mn'.includes(row.externalId));
    await nextSweep();
    await nextSweep();
    expect((await world.ad('m'))?.gone_at).not.toBeNull();
    expect((await world.ad('n'))?.gone_at).not.toBeNull();
  });

  it('gives a missing ad up after the next sweep when its page cannot be read', async () => {
    world.source.adPages.set('m', new SourceError('unavailable', 'no answer'));
    world.source.ads = world.source.ads.filter((row) => row.externalId !== 'm');
    await nextSweep();
    await nextSweep();
    expect((await world.ad('m'))?.gone_at).toBeNull();
    await nextSweep();
    expect((await world.ad('m'))?.gone_at).not.toBeNull();
  });
});
