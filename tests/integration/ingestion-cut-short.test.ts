import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { SourceError } from '#core/ingestion/ad-source.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const newAds = [...'uvwxyz'].map((name) => aListedAd(name));
const newAdsOf = async () => (await world.events()).map((event) => event.replace(/^\(new (.) .*/, '$1')).join('');

describe('a pass over the newest pages that was cut short', () => {
  beforeEach(async () => {
    world = createIngestionWorld(database);
    world.source.ads = [...'abcdefghijkl'].map((name) => aListedAd(name));
    await world.drain();
    world.clock.advance(60_000);
    world.source.ads = [...newAds, ...world.source.ads];
  });

  /** The first page is stored, the second one fails. */
  async function cutShort(failure = new SourceError('unavailable', 'no answer')): Promise<void> {
    const fetchList = world.source.fetchList.bind(world.source);
    world.source.fetchList = async (cursor) => {
      if (cursor !== null) throw failure;
      return fetchList(cursor);
    };
    await world.poll().catch(() => {});
    world.source.fetchList = fetchList;
    expect(await newAdsOf()).toBe('uvw');
    world.source.listsRead.length = 0;
  }

  it('is made up for by the next one, though its first page has no news any more', async () => {
    await cutShort();
    await world.drain();
    expect(await newAdsOf()).toBe('uvwxyz');
    expect(world.source.listsRead).toEqual([null, '3', '6']);
  });

  it('is made up for also when the first page has not changed since, and when it was cut short twice', async () => {
    await cutShort();
    await cutShort();
    const fetchList = world.source.fetchList.bind(world.source);
    world.source.fetchList = async (cursor) => {
      const page = await fetchList(cursor);
      return cursor === null ? { ...page, ads: [], notModified: true } : page;
    };
    await world.drain();
    expect(await newAdsOf()).toBe('uvwxyz');
  });

  it('is made up for after a spent request budget', async () => {
    await cutShort(new SourceError('refused', 'budget'));
    await world.drain();
    expect(await newAdsOf()).toBe('uvwxyz');
  });

  it('is made up for after a kill between two pages', async () => {
    let inserts = 0;
    const killed = world.ingestionWith((name) => {
      if (name === 'after_ad_insert' && ++inserts === 2) throw new Error('killed');
    });
    await expect(world.poll(killed)).rejects.toThrow('killed');
    expect(await newAdsOf()).toBe('uvw');
    await world.drain();
    expect(await newAdsOf()).toBe('uvwxyz');
  });

  it('costs the passes after that no more pages', async () => {
    await cutShort();
    await world.drain();
    world.source.listsRead.length = 0;
    await world.drain();
    expect(world.source.listsRead).toEqual([null]);
  });
  it('is not one whose first page could not be read', async () => {
    await world.drain();
    world.source.broken = new SourceError('unavailable', 'no answer');
    await expect(world.poll()).rejects.toThrow('no answer');
    world.source.broken = null;
    world.source.listsRead.length = 0;
    await world.drain();
    expect(world.source.listsRead).toEqual([null]);
  });
});
