import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createIngestionWorld(database);
  world.source.ads = [aListedAd('a', { price: 5000 })];
  await world.drain();
  world.clock.advance(60_000);
});

/** Another process reads and stores what the market shows by now, while this one stands still with a page in hand. */
async function overtake(next: () => void): Promise<void> {
  const fetchList = world.source.fetchList.bind(world.source);
  world.source.fetchList = async (cursor) => {
    const page = structuredClone(await fetchList(cursor));
    world.source.fetchList = fetchList;
    next();
    world.clock.advance(10_000);
    await world.poll(world.ingestionWith());
    world.clock.advance(10_000);
    return page;
  };
  await world.poll();
}

describe('a page that stood still in the hands of a process while another one read on', () => {
  it('puts no older price in the place of a newer one, so that its fall is told once', async () => {
    await overtake(() => {
      world.source.ads = [aListedAd('a', { price: 4500 })];
    });
    expect(await world.ad('a')).toMatchObject({ price: 4500 });
    world.clock.advance(60_000);
    await world.drain();
    expect(await world.events()).toEqual(['price_drop a 5000>4500']);
  });
});
