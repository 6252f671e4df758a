import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld, pagesOf } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createIngestionWorld(database);
});

describe('a replay or an import', () => {
  it('releases what is new at once and leaves no page to be read', async () => {
    const counts = await world.bring(
      'replay',
      pagesOf([aListedAd('a'), aListedAd('b')], [aListedAd('b'), aListedAd('c')]),
    );
    expect(counts).toEqual({
      ...{ rows: 4, stored: 3, new: 3, renewed: 0, priceDrops: 0, unchanged: 1, badRows: 0, unknownValues: 0 },
    });
    expect(await world.events()).toEqual(['new a 5000', 'new b 5000', 'new c 5000']);
    expect((await world.stored()).map((row) => row.details_state)).toEqual(['done', 'done', 'done']);
    expect((await world.runs()).map(({ kind, finished_at }) => [kind, finished_at !== null])).toEqual([
      ['replay', true],
    ]);
  });

  it('stores nothing the second time', async () => {
    const pages = () => pagesOf([aListedAd('a'), aListedAd('b')], [aListedAd('b'), aListedAd('c')]);
    await world.bring('replay', pages());
    world.clock.advance(1000);
    expect(await world.bring('replay', pages())).toMatchObject({
      rows: 4,
      stored: 0,
      new: 0,
      renewed: 0,
      unchanged: 4,
    });
    expect(await world.events()).toHaveLength(3);
  });

  it('counts renewals and price drops of the pages', async () => {
    await world.bring('replay', pagesOf([aListedAd('a'), aListedAd('b'), aListedAd('c')]));
    world.clock.advance(1000);
    const counts = await world.bring(
      'replay',
      pagesOf([aListedAd('c', { price: 4000 }), aListedAd('d'), aListedAd('a'), aListedAd('b')]),
    );
    expect(counts).toMatchObject({ new: 1, renewed: 1, priceDrops: 1, stored: 2, unchanged: 2 });
    expect((await world.events()).slice(3)).toEqual(['price_drop c 5000>4000', 'new d 5000']);
  });

  it('notifies nobody as a baseline', async () => {
    await world.bring('import', pagesOf([aListedAd('a')], [aListedAd('a', { price: 1 })]), { baseline: true });
    expect(await world.stored()).toHaveLength(1);
    expect(await world.events()).toEqual([]);
  });

  it('takes a record of an import for the whole truth', async () => {
    await world.bring('import', pagesOf([aListedAd('a', { gearBox: 'manual' })]));
    const counts = await world.bring('import', pagesOf([aListedAd('a', { gearBox: 'automatic', color: 'red' })]));
    expect(counts).toMatchObject({ new: 0, stored: 1 });
    const [row] = await world.rows('select gear_box, color from ads where source = ?');
    expect(row).toEqual({ gear_box: 'automatic', color: 'red' });
  });

  it('tells both prices when a file holds an ad twice', async () => {
    await world.bring('import', pagesOf([aListedAd('a'), aListedAd('a', { price: 4000 })]));
    expect(await world.events()).toEqual(['new a 5000', 'price_drop a 5000>4000']);
  });

  it('loses and doubles nothing when it is killed and run again', async () => {
    const pages = () => pagesOf([aListedAd('a'), aListedAd('b')], [aListedAd('c'), aListedAd('d')]);
    let inserts = 0;
    const crashing = world.ingestionWith(() => {
      inserts += 1;
      if (inserts === 2) throw new Error('killed');
    });
    await expect(world.bring('replay', pages(), { service: crashing })).rejects.toThrow('killed');
    expect(await world.events()).toEqual(['new a 5000', 'new b 5000']);
    expect(await world.bring('replay', pages())).toMatchObject({ new: 2 });
    expect(await world.events()).toEqual(['new a 5000', 'new b 5000', 'new c 5000', 'new d 5000']);
  });

  it('may be run twice at the same time', async () => {
    const pages = () =>
      pagesOf(
        [...'abcdef'].map((name) => aListedAd(name)),
        [...'ghijkl'].map((name) => aListedAd(name)),
      );
    const both = await Promise.all([world.bring('import', pages()), world.bring('import', pages())]);
    expect(both.reduce((sum, counts) => sum + counts.new, 0)).toBe(12);
    expect(await world.events()).toHaveLength(12);
    expect(await world.stored()).toHaveLength(12);
  });

  it('stores texts as they are', async () => {
    const title = `it's "4" × \\ ? $1 {x} – ā ж 🚗`;
    await world.bring('import', pagesOf([aListedAd('a', { title })]));
    expect((await world.ad('a'))?.title).toBe(title);
  });

  it('stores a page of thousands of ads', async () => {
    const ads = Array.from({ length: 5000 }, (_, index) => aListedAd(`n${index}`));
    expect(await world.bring('import', pagesOf(ads))).toMatchObject({ new: 5000 });
    expect(await world.bring('import', pagesOf(ads))).toMatchObject({ unchanged: 5000 });
  });
});
