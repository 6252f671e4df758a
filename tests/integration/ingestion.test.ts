import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { type ListedAd, SourceError } from '#core/ingestion/ad-source.ts';
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

describe('the baseline', () => {
  it('stores every ad of the lists and tells nobody', async () => {
    world.source.ads = [...'abcdefghij'].map((name) => aListedAd(name));
    await world.drain();
    expect(await world.stored()).toHaveLength(10);
    expect(await world.events()).toEqual([]);
    expect(await world.state()).toMatchObject({ cursor: null, sweep_started_at: null });
    expect((await world.state()).baseline_completed_at).not.toBeNull();
    expect(world.source.listsRead).toEqual([null, '3', '6', '9']);
    expect(await world.runs()).toMatchObject([
      { kind: 'sweep', counts: { rows: 10, new: 10, stored: 10 }, error: null },
    ]);
  });

  it('goes on at its cursor after a kill in the middle of a page, and stays silent', async () => {
    world.source.ads = [...'abcdefghij'].map((name) => aListedAd(name));
    let pages = 0;
    const crashing = world.ingestionWith(() => {
      pages += 1;
      if (pages === 3) throw new Error('killed');
    });
    await expect(world.drain(crashing)).rejects.toThrow('killed');
    expect(await world.stored()).toHaveLength(6);
    expect(await world.state()).toMatchObject({ cursor: '6', baseline_completed_at: null });
    world.source.ads = [aListedAd('z'), ...world.source.ads];
    await world.drain();
    expect((await world.stored()).map((row) => row.external_id).join('')).toBe('abcdefghij');
    expect(await world.events()).toEqual([]);
    await world.drain();
    expect(await world.events()).toEqual(['(new z 5000)']);
  });

  it('counts every page once when two processes sweep at once', async () => {
    world.source.ads = [...'abcdefghij'].map((name) => aListedAd(name));
    await Promise.all([world.drain(), world.drain(world.ingestionWith())]);
    expect((await world.runs()).map(({ counts }) => counts.rows)).toEqual([10]);
    expect(await world.stored()).toHaveLength(10);
  });

  it('does not take an ad for new that came by an import before', async () => {
    world.source.ads = [...'abc'].map((name) => aListedAd(name));
    await world.bring('import', pagesOf([aListedAd('a')]), { baseline: true });
    await world.drain();
    expect(await world.stored()).toHaveLength(3);
    expect(await world.events()).toEqual([]);
  });
});

describe('an incremental pass', () => {
  beforeEach(async () => {
    world.source.ads = [...'abcdefghijkl'].map((name) => aListedAd(name));
    await world.drain();
    world.source.listsRead.length = 0;
    world.clock.advance(60_000);
  });

  it('holds the event of a new ad for its details and stops at the first page without news', async () => {
    world.source.ads = [aListedAd('x'), aListedAd('y'), ...world.source.ads];
    await world.drain();
    expect(world.source.listsRead).toEqual([null, '3']);
    expect(await world.events()).toEqual(['(new x 5000)', '(new y 5000)']);
    const holdsUntil = (await world.eventRows()).map((event) => new Date(String(event.hold_until)));
    const inAMinute = new Date(world.clock.now().getTime() + 60_000);
    expect(holdsUntil).toEqual([inAMinute, inAMinute]);
    expect(await world.ad('x')).toMatchObject({ details_state: 'pending' });
  });

  it('reads no more than its pages', async () => {
    world.source.ads = [...'mnopqrstuvwxyz'].map((name) => aListedAd(name));
    await world.drain();
    expect(world.source.listsRead).toEqual([null, '3', '6']);
    expect(await world.events()).toHaveLength(9);
  });

  it('writes a row of its run only when it found something', async () => {
    await world.drain();
    await world.drain();
    expect(await world.runs()).toHaveLength(1);
    world.source.ads = [aListedAd('x'), ...world.source.ads];
    await world.drain();
    expect((await world.runs()).map(({ kind }) => kind)).toEqual(['sweep', 'incremental']);
    expect((await world.state()).last_success_at).not.toBeNull();
  });

  it('takes an ad that a shifted page shows twice for one', async () => {
    world.source.pageSize = 4;
    world.source.ads = [
      aListedAd('x'),
      aListedAd('x'),
      aListedAd('y'),
      aListedAd('z'),
      aListedAd('z'),
      ...world.source.ads,
    ];
    await world.drain();
    expect((await world.events()).sort()).toEqual(['(new x 5000)', '(new y 5000)', '(new z 5000)']);
  });

  it('marks a renewed ad and tells nobody', async () => {
    const [renewed, ...others] = world.source.ads.toReversed();
    world.source.ads = [renewed as ListedAd, aListedAd('x'), ...others.toReversed()];
    await world.drain();
    expect((await world.ad('l'))?.renewed_at).not.toBeNull();
    expect((await world.ad('a'))?.renewed_at).toBeNull();
    expect(await world.events()).toEqual(['(new x 5000)']);
    expect((await world.runs()).at(-1)).toMatchObject({ counts: { new: 1, renewed: 1 } });
  });

  it('tells a price drop once, released as it is written, and a rise never', async () => {
    for (const price of [5000, 4500, 4500, 4900, 4800]) {
      world.source.ads = world.source.ads.map((row) => (row.externalId === 'a' ? { ...row, price } : row));
      await world.drain();
      world.clock.advance(1000);
    }
    expect(await world.events()).toEqual(['price_drop a 5000>4500', 'price_drop a 4900>4800']);
    const [drop] = await world.eventRows();
    expect(drop).toMatchObject({ released_at: expect.any(String), release_revision: expect.any(String) });
    const prices = await world.rows<{ price: number }>(
      "select p.price from ad_prices p join ads a on a.id = p.ad_id where a.source = ? and a.external_id = 'a' order by p.seen_at",
    );
    expect(prices.map(({ price }) => price)).toEqual([5000, 4500, 4900, 4800]);
  });

  it('lets the held event of a new ad tell the lower price', async () => {
    world.source.ads = [aListedAd('x'), ...world.source.ads];
    await world.drain();
    world.source.ads = [aListedAd('x', { price: 4000 }), ...world.source.ads.slice(1)];
    await world.drain();
    world.clock.advance(60_000);
    await world.complete(undefined, null);
    expect(await world.events()).toEqual(['new x 4000']);
  });

  it('takes another car under an old address for a new ad and supersedes the old one', async () => {
    world.source.ads = [{ ...aListedAd('a'), externalId: 'x', year: 2018 }, ...world.source.ads.slice(1)];
    await world.drain();
    expect(await world.events()).toEqual(['(new x 5000)']);
    expect(await world.ad('a')).toMatchObject({ superseded_at: expect.any(String), title: null, photo: null });
  });

  it('takes another car under an old row id for a new ad, which takes the row id over', async () => {
    const old = (await world.ad('a'))?.id;
    world.source.ads = [aListedAd('a', { year: 2018 }), ...world.source.ads.slice(1)];
    await world.drain();
    expect(await world.events()).toEqual(['(new a 5000)']);
    expect(await world.ad(`a~${old}`)).toMatchObject({ superseded_at: expect.any(String) });
  });

  it('counts bad rows, those that cannot be stored too, and stores the rest', async () => {
    world.source.badRows = 2;
    world.source.ads = [
      aListedAd('x'),
      aListedAd('nul\0'),
      aListedAd('big', { price: 3_000_000_000 }),
      ...world.source.ads,
    ];
    await world.drain();
    expect(await world.events()).toEqual(['(new x 5000)']);
    expect((await world.runs()).at(-1)).toMatchObject({ counts: { rows: 5, new: 1, badRows: 4 } });
  });

  it('reads a page with rows and not one ad as a changed layout, and goes on when it is readable again', async () => {
    world.source.badRows = 3;
    const { ads } = world.source;
    world.source.ads = [];
    await expect(world.poll()).rejects.toMatchObject({ failure: 'layout' });
    await expect(world.poll()).rejects.toMatchObject({ failure: 'layout' });
    const failed = (await world.runs()).at(-1);
    expect(failed).toMatchObject({
      kind: 'incremental',
      counts: { failures: 2 },
      error: expect.stringMatching('layout'),
    });
    world.source.badRows = 0;
    world.source.ads = [aListedAd('x'), ...ads];
    await world.drain();
    expect(await world.events()).toEqual(['(new x 5000)']);
  });

  it('ends quietly when the request budget is spent', async () => {
    world.source.broken = new SourceError('refused', 'budget');
    expect(await world.poll()).toBe(false);
  });

  it('does nothing when the source has not changed', async () => {
    world.source.notModified = true;
    expect(await world.poll()).toBe(false);
    expect(world.source.listsRead).toEqual([null]);
    expect(await world.runs()).toHaveLength(1);
  });

  it('loses and doubles nothing when it is killed before its commit', async () => {
    world.source.ads = [aListedAd('x'), aListedAd('y'), ...world.source.ads];
    const crashing = world.ingestionWith(() => {
      throw new Error('killed');
    });
    await expect(world.poll(crashing)).rejects.toThrow('killed');
    expect(await world.events()).toEqual([]);
    await world.drain();
    await world.drain();
    expect(await world.events()).toEqual(['(new x 5000)', '(new y 5000)']);
  });

  it('stores an ad once when two processes read the same page at once', async () => {
    world.source.ads = [aListedAd('x'), aListedAd('y'), ...world.source.ads];
    await Promise.all([world.poll(), world.poll(world.ingestionWith()), world.poll(world.ingestionWith())]);
    expect(await world.events()).toEqual(['(new x 5000)', '(new y 5000)']);
  });
});
