import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { KEPT_FOR_MS } from '#core/retention/kept-for.ts';
import { aFilter, aUser } from '../support/builders.ts';
import { aListedAd } from '../support/fake-source.ts';
import { pagesOf } from '../support/ingestion-world.ts';
import { RecordingSender } from '../support/recording-sender.ts';
import { openRetentionWorld, type RetentionWorld } from '../support/retention-world.ts';

const DAY_MS = 86_400_000;
const OLD_MS = 2 * KEPT_FOR_MS.ads;

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

const run = <T>(work: () => Promise<T>) => world.core.run(work);
const left = async () => [await world.count('ads'), await world.count('ad_events'), await world.count('notifications')];
/** Somebody whose filter finds every car. */
async function listener() {
  const user = await aUser(world.core.orm);
  await aFilter(world.core.orm, user.id);
  await world.sql('update recipients set next_send_at = ? where user_id = ?', [new Date(0), user.id]);
  return user;
}
const list = (name: string, events: 'news' | 'baseline' = 'news') =>
  run(() =>
    world.core.ingestion.importPages('races', 'import', pagesOf([aListedAd(name)]), {
      baseline: events === 'baseline',
    }),
  );
/** Lets a time pass after which an ad that nobody saw is old. */
const grow = () => world.clock.advance(KEPT_FOR_MS.ads);

describe('an ad that is back on a list', () => {
  it('at the moment of its deletion stays', async () => {
    await list('a', 'baseline');
    grow();
    const storing = await world.begin();
    await world.core.ads.lock(storing, 'races');
    await storing.execute('update ads set last_seen_at = ?', [world.clock.now()]);
    const sweeping = world.sweep();
    await vi.waitFor(async () => {
      const waiting =
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
      expect(await world.sql(waiting)).toHaveLength(1);
    });
    await storing.commit();
    await sweeping;
    expect(await world.count('ads')).toBe(1);
  });

  it('a moment later is a new ad, and told like one', async () => {
    const anna = await listener();
    await list('a');
    await run(() => world.core.matching.matchOnce());
    await list('a');
    expect(await left()).toEqual([1, 1, 1]);
    const [before] = await world.sql<{ id: string }>('select id from ads');
    grow();
    await world.sweep();
    expect(await left()).toEqual([0, 0, 0]);
    await list('a');
    await run(() => world.core.matching.matchOnce());
    const told = await world.sql<{ ad: string }>('select ad_id as ad from notifications where user_id = ?', [anna.id]);
    expect(told).toHaveLength(1);
    expect(told[0]?.ad).not.toBe(before?.id);
  });

  it('by a page that was read before and stored after is found anew', async () => {
    await list('a', 'baseline');
    grow();
    await Promise.all([world.sweep(), list('a'), world.sweep(), list('a')]);
    const ads = await world.sql<{ last_seen_at: string }>('select last_seen_at from ads');
    expect(ads.map((ad) => new Date(ad.last_seen_at))).toEqual([world.clock.now()]);
  });
});

describe('an ad of which something is under way', () => {
  it('is left by the matcher that is about to store its alert, and goes when that has ended', async () => {
    await listener();
    await world.anOldAd(OLD_MS, { isMatched: false });
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const matcher = await world.anotherCore({
      crashPoint: (name) => {
        if (name !== 'before_commit') return;
        reached.resolve();
        return released.promise;
      },
    });
    const matching = matcher.run(() => matcher.matching.matchOnce());
    await reached.promise;
    await world.sweep();
    released.resolve();
    await matching;
    // Half a year late, so it is stored and will not be sent.
    expect(await left()).toEqual([1, 1, 1]);
    await world.sweep();
    expect(await left()).toEqual([0, 0, 0]);
    await matcher.close();
  });

  it('waits for a matcher that has not come yet', async () => {
    await world.anOldAd(OLD_MS, { isMatched: false });
    await world.sweep();
    expect(await left()).toEqual([1, 1, 0]);
  });

  it('stays while its alert waits or is being sent, which ends as it would have', async () => {
    const anna = await listener();
    const ad = await world.anOldAd(OLD_MS);
    await world.anAlert(ad, anna.id, "'pending'");
    await world.sql('update notifications set filter_ids = array(select id from filters)');
    await world.sweep();
    const sender = new RecordingSender();
    sender.beforeAnswer = async () => {
      expect(await world.sql('select status from notifications')).toEqual([{ status: 'sending' }]);
      await world.sweep();
    };
    const { signal } = new AbortController();
    while (sender.arrived.length === 0) await run(() => world.core.delivery.deliverOnce(sender, signal));
    await run(() => world.core.delivery.drain());
    expect(sender.toldTo(anna.telegramId)).toEqual([`alert ${ad.id}`]);
    expect(await world.sql('select status from notifications')).toEqual([{ status: 'sent' }]);
    await world.sweep();
    expect(await left()).toEqual([0, 0, 0]);
  });

  it.each([
    ['alerts', 'delete from notifications where user_id = ?'],
    ['hidden marks', 'delete from hidden_ads where user_id = ?'],
  ])('is left while an account is deleted that has %s of it, and keeps that from nothing', async (_, deletes) => {
    const anna = await listener();
    const ad = await world.anOldAd(OLD_MS);
    await world.anAlert(ad, anna.id);
    await run(() => world.core.hiddenAds.hide(anna.id, ad.id));
    const deleting = await world.begin();
    await deleting.execute(deletes, [anna.id]);
    await world.sweep();
    expect(await world.count('ads')).toBe(1);
    await deleting.rollback();
    const [swept] = await Promise.allSettled([
      run(() => world.core.accountDeletion.deleteAccount(anna.id)),
      world.sweep(),
    ]);
    expect(swept.status).toBe('fulfilled');
    await world.sweep();
    expect([...(await left()), await world.count('hidden_ads')]).toEqual([0, 0, 0, 0]);
  });

  it('is gone for whoever comes too late', async () => {
    const anna = await listener();
    const { id } = await world.anOldAd(OLD_MS);
    await world.sweep();
    await expect(run(() => world.core.hiddenAds.hide(anna.id, id))).rejects.toMatchObject({ code: 'ad.notFound' });
    await run(() => world.core.ads.settleMissing(id, { ...aListedAd('a') }));
    await run(() => world.core.ads.storeDetails(id, 'gone'));
    expect(await left()).toEqual([0, 0, 0]);
  });
});

describe('the market in memory', () => {
  const preview = () => run(() => world.core.adSearch.preview({ ...NO_CRITERIA, carBrand: 'bmw' }));
  const reset = async () => (await world.sql('select reset_xid from market_state'))[0];

  it('is not read anew for ads that count in it no more, and counts none of them', async () => {
    await world.anOldAd(0);
    await world.anOldAd(-30 * DAY_MS);
    expect((await preview()).matching).toBe(2);
    const before = await reset();
    grow();
    await world.anOldAd(0);
    expect((await preview()).matching).toBe(1);
    await world.sweep();
    expect(await world.count('ads')).toBe(2);
    expect((await preview()).matching).toBe(1);
    expect(await reset()).toEqual(before);
    await world.sql('delete from ads');
    expect(await reset()).not.toEqual(before);
    expect((await preview()).matching).toBe(0);
  });
});
