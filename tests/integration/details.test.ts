import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { type AdDetails, type AdPage, type ListedAd, SourceError } from '#core/ingestion/ad-source.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aListedAd } from '#tests/support/fake-source.ts';
import { createIngestionWorld, type IngestionWorld } from '#tests/support/ingestion-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const HOLD_MS = 60_000;

let database: Database;
let world: IngestionWorld;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What the own page of an ad says. */
function detailsOf(name: string, given: Partial<AdDetails> = {}): AdPage {
  const { externalId, url, ...facts } = aListedAd(name);
  const details: AdDetails = { ...facts, gearBox: 'manual', color: 'red', checkup: '04.2027', mileage: 200_480 };
  return { state: 'found', details: { ...details, ...given } };
}

/** Shows the ads at the top of the list; they have pages of their own unless told otherwise. */
async function list(...ads: ListedAd[]): Promise<void> {
  const { source } = world;
  const names = new Set(ads.map((ad) => ad.externalId));
  for (const name of names) if (!source.adPages.has(name)) source.adPages.set(name, detailsOf(name));
  source.ads = [...ads, ...source.ads.filter((ad) => !names.has(ad.externalId))];
  await world.poll();
}

/** A source past its baseline, of one old ad whose page was read. */
beforeEach(async () => {
  world = createIngestionWorld(database);
  world.source.pageSize = 100;
  await list(aListedAd('old'));
  await world.completeBacklog();
  world.source.adsRead.length = 0;
  world.clock.advance(1000);
});

describe('the page of a new ad', () => {
  it('completes the ad and releases its event with the last filter revision', async () => {
    await aFilter(database.orm, (await aUser(database.orm)).id);
    await list(aListedAd('x'));
    expect(await world.events()).toEqual(['(new x 5000)']);
    expect(await world.complete()).toBe(false);
    expect(await world.events()).toEqual(['new x 5000']);
    expect(await world.ad('x')).toMatchObject({
      ...{ gear_box: 'manual', color: 'red', mileage: 200_480, checkup_month: 2027 * 12 + 3 },
      details_state: 'done',
    });
    const [event] = await world.rows<{ release_revision: string; last: string }>(
      'select release_revision, last_filter_revision() as last from ad_events e join ads a on a.id = e.ad_id where a.source = ?',
    );
    expect(Number(event?.release_revision)).toBeGreaterThan(0);
    expect(event?.release_revision).toBe(event?.last);
  });

  it('is read before that of older ads, and only once', async () => {
    await list(aListedAd('x'));
    world.clock.advance(1000);
    await list(aListedAd('y'), aListedAd('z'));
    expect(await world.complete()).toBe(true);
    expect(await world.complete()).toBe(true);
    expect(await world.complete()).toBe(false);
    expect(await world.complete()).toBe(false);
    expect(world.source.adsRead).toEqual(['y', 'z', 'x']);
  });

  it('does not make the ad another one when the lists show it again', async () => {
    world.source.adPages.set('x', detailsOf('x', { engine: 'lpg', model: '320-touring', volume: 1.9 }));
    await list(aListedAd('x'));
    await world.complete();
    world.clock.advance(1000);
    await list(aListedAd('x'));
    expect(await world.events()).toEqual(['new x 5000']);
    expect(await world.ad('x')).toMatchObject({ engine: 'lpg', model: '320-touring', volume: 19, renewed_at: null });
  });

  it('puts its own price into the event that waits', async () => {
    world.source.adPages.set('x', detailsOf('x', { price: 4700 }));
    await list(aListedAd('x'));
    await world.complete();
    expect(await world.events()).toEqual(['new x 4700']);
  });

  it('is not believed when it shows another car', async () => {
    world.source.adPages.set('x', detailsOf('x', { year: 1999, gearBox: 'automatic' }));
    await list(aListedAd('x'));
    await world.complete();
    expect(await world.ad('x')).toMatchObject({ year: 2010, gear_box: null, details_state: 'failed' });
    expect(await world.events()).toEqual(['new x 5000']);
  });

  it('takes an ad for gone that is no more, and frees its event', async () => {
    world.source.adPages.set('x', { state: 'gone' });
    await list(aListedAd('x'));
    await world.complete();
    expect(await world.ad('x')).toMatchObject({ gone_at: expect.any(String), title: null, details_state: 'done' });
    expect(await world.events()).toEqual(['new x 5000']);
  });
});

describe('the hold of an event', () => {
  it('ends after a minute, also without a source', async () => {
    await list(aListedAd('x'));
    world.clock.advance(HOLD_MS - 1);
    await world.complete(undefined, null);
    expect(await world.events()).toEqual(['(new x 5000)']);
    world.clock.advance(1);
    await world.complete(undefined, null);
    expect(await world.events()).toEqual(['new x 5000']);
  });

  it('leaves details that come later an event of their own', async () => {
    await list(aListedAd('x'));
    world.clock.advance(HOLD_MS);
    await world.complete(undefined, null);
    await world.complete();
    expect(await world.events()).toEqual(['new x 5000', 'details_completed x 5000']);
    await world.complete();
    expect(await world.events()).toHaveLength(2);
  });

  it('makes no event of details that say nothing more', async () => {
    const { externalId, url, ...same } = aListedAd('x');
    world.source.adPages.set('x', { state: 'found', details: { ...same, title: 'longer title', mileage: 200_000 } });
    await list(aListedAd('x'));
    world.clock.advance(HOLD_MS);
    await world.complete();
    expect(await world.events()).toEqual(['new x 5000']);
  });

  it('makes a price drop of a lower price that comes after it', async () => {
    world.source.adPages.set('x', detailsOf('x', { price: 4700 }));
    await list(aListedAd('x'));
    world.clock.advance(HOLD_MS);
    await world.complete();
    expect(await world.events()).toEqual(['new x 5000', 'price_drop x 5000>4700', 'details_completed x 4700']);
  });
});

describe('an ad of the baseline', () => {
  it('is completed by the backlog and makes no event', async () => {
    world = createIngestionWorld(database);
    world.source.pageSize = 100;
    await list(aListedAd('a'), aListedAd('b'));
    world.clock.advance(1000);
    await list(aListedAd('x'));
    while (await world.complete());
    expect(world.source.adsRead).toEqual(['x']);
    while (await world.completeBacklog());
    expect(world.source.adsRead).toEqual(['x', 'a', 'b']);
    expect(await world.events()).toEqual(['new x 5000']);
    expect(await world.ad('a')).toMatchObject({ gear_box: 'manual', details_state: 'done' });
  });

  it('waits until the baseline is complete', async () => {
    await list(aListedAd('x'));
    await database.orm.em
      .fork()
      .execute('update sources set baseline_completed_at = null where id = ?', [world.source.id]);
    expect(await world.complete()).toBe(false);
    expect(await world.completeBacklog()).toBe(false);
    expect(world.source.adsRead).toEqual([]);
  });
});

describe('a page that cannot be read', () => {
  it('is tried three times within the hold, then its event goes out with what the list said', async () => {
    world.source.adPages.set('x', new SourceError('unavailable', 'no answer'));
    await list(aListedAd('x'));
    for (const waitMs of [0, 10_000, 20_000]) {
      expect(await world.events()).toEqual(['(new x 5000)']);
      world.clock.advance(waitMs);
      await world.complete();
    }
    expect(world.source.adsRead).toEqual(['x', 'x', 'x']);
    expect(await world.events()).toEqual(['new x 5000']);
    expect(await world.ad('x')).toMatchObject({ details_state: 'failed', detail_tries: 3 });
    world.clock.advance(HOLD_MS);
    await world.complete();
    expect(world.source.adsRead).toHaveLength(3);
  });

  it('pauses reading but not releasing', async () => {
    world.source.adPages.set('x', new SourceError('layout', 'not an ad'));
    await list(aListedAd('x'), aListedAd('y'));
    world.clock.advance(HOLD_MS - 1000);
    await world.complete();
    world.clock.advance(1000);
    await world.complete();
    expect(world.source.adsRead).toEqual(['x']);
    expect(await world.events()).toEqual(['new x 5000', 'new y 5000']);
  });

  it('is no failed try when the request budget is spent or the worker stops', async () => {
    await list(aListedAd('x'));
    world.source.adPages.set('x', new SourceError('refused', 'budget'));
    expect(await world.complete()).toBe(false);
    world.clock.advance(30_000);
    const stopped = AbortSignal.abort();
    world.source.adPages.set('x', new Error('aborted'));
    await expect(world.complete(undefined, world.source, stopped)).rejects.toThrow('aborted');
    expect(await world.ad('x')).toMatchObject({ details_state: 'pending', detail_tries: 0 });
    world.source.adPages.set('x', detailsOf('x'));
    await world.complete();
    expect(await world.events()).toEqual(['new x 5000']);
  });

  it('is not asked for before the ads that it kept waiting when the site refuses it, and newer ones do not wait', async () => {
    await list(aListedAd('x'));
    world.clock.advance(1000);
    await list(aListedAd('y'));
    world.source.adPages.set('y', new SourceError('refused', '403'));
    for (let second = 0; second < 30; second += 1, world.clock.advance(1000)) await world.complete();
    expect(world.source.adsRead).toEqual(['y']);
    await list(aListedAd('z'));
    await world.complete();
    await world.complete();
    await world.complete();
    expect(world.source.adsRead).toEqual(['y', 'z', 'x', 'y']);
    await list(aListedAd('a'));
    await world.complete();
    expect(world.source.adsRead).toEqual(['y', 'z', 'x', 'y', 'a']);
    expect(await world.events()).toEqual(['new x 5000', '(new y 5000)', 'new z 5000', 'new a 5000']);
  });

  it('counts a page that cannot be stored', async () => {
    world.source.adPages.set('x', detailsOf('x', { title: 'nul\0', price: 3_000_000_000 }));
    await list(aListedAd('x'));
    await world.complete();
    expect(await world.ad('x')).toMatchObject({ details_state: 'pending', detail_tries: 1 });
  });
});

describe('a kill', () => {
  it('between release and commit loses and doubles nothing', async () => {
    await list(aListedAd('x'), aListedAd('y'));
    const killed = world.detailsWith((name) => {
      if (name === 'after_release') throw new Error('killed');
    });
    await expect(world.complete(killed)).rejects.toThrow('killed');
    world.clock.advance(HOLD_MS);
    await expect(world.complete(killed)).rejects.toThrow('killed');
    expect(await world.events()).toEqual(['(new x 5000)', '(new y 5000)']);
    while (await world.complete());
    expect(await world.events()).toEqual([
      ...['new x 5000', 'new y 5000'],
      ...['details_completed x 5000', 'details_completed y 5000'],
    ]);
  });

  it('of one of two workers at the same ad does not matter', async () => {
    await list(aListedAd('x'));
    await Promise.all([world.complete(), world.complete(world.detailsWith()), world.complete(world.detailsWith())]);
    expect(await world.events()).toEqual(['new x 5000']);
  });
});
