import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { countTry, findWaiting, lockPending, type WaitingAds, writeDetails } from './ad-details.ts';
import { HOLD_MS, hasNewEvent, insertEvents, releaseDueOf, releaseNew, sourcesWithDue } from './ad-events.ts';
import { type AdAddress, countMissed, findMissing, markFound, markGone } from './ad-gone.ts';
import { completeFingerprint, fingerprint } from './ad-identity.ts';
import { FACT_KEYS, mergeDetails, showsAnotherCar, storedFacts } from './ad-merge.ts';
import { countsOf, dropEvent, type PageContext, type PageCounts, type PagePlan, planPage } from './ad-page.ts';
import { drawIds, findAd, findKnown, insertPrices, lockSource, writePage } from './ad-rows.ts';
import type { KnownAd, SeenAd, SeenDetails } from './seen-ad.ts';

/** Places at which a test may kill the process; what is not committed by then must leave no trace. */
export type CrashPoint = 'after_ad_insert' | 'after_release';

export interface AdServiceDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly crashPoint?: (name: CrashPoint) => void | Promise<void>;
}

/** Stores what sources show, tells one ad from another, and writes and releases the events of ads. */
export class AdService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #crashPoint: (name: CrashPoint) => void | Promise<void>;

  constructor({ em, clock, crashPoint = () => {} }: AdServiceDeps) {
    this.#em = em;
    this.#clock = clock;
    this.#crashPoint = crashPoint;
  }

  /** Makes the transaction the only writer of a source until it ends. */
  lock(em: EntityManager, sourceId: string): Promise<void> {
    return lockSource(em, sourceId);
  }

  /**
   * Stores the ads of one list page with their prices and events, inside the caller's transaction and behind the lock of
   * their source.
   */
  async storePage(
    em: EntityManager,
    sourceId: string,
    seen: readonly SeenAd[],
    context: PageContext,
  ): Promise<PageCounts> {
    await lockSource(em, sourceId);
    const at = this.#clock.now();
    const plan = await makePlan(em, sourceId, seen, context);
    const counts = countsOf(plan);
    await writePage(em, sourceId, plan, { at, seenAt: context.seenAt });
    if (counts.new > 0) await this.#crashPoint('after_ad_insert');
    const events = plan.sightings.flatMap(({ event }) => event ?? []);
    const isHeld = (kind: string) => kind === 'new' && context.events === 'held';
    const held = events.filter(({ kind }) => isHeld(kind));
    const free = events.filter(({ kind }) => !isHeld(kind));
    await insertEvents(em, held, { at, holdUntil: new Date(at.getTime() + HOLD_MS) });
    await insertEvents(em, free, { at });
    return counts;
  }

  /** The ads whose own page is still to be read, the newest first; none before the baseline is complete. */
  waitingForDetails(sourceId: string, which: WaitingAds): Promise<AdAddress[]> {
    return findWaiting(this.#em, sourceId, which);
  }

  /**
   * Stores what an ad's own page says and releases its event. Details that come after the release are an event of their
   * own if they add anything; an ad of the baseline makes none. A page that shows another car is not believed, as the
   * list is what the ad was found by. Does nothing for an ad whose page was dealt with already.
   */
  async storeDetails(adId: number, page: SeenDetails | 'gone'): Promise<void> {
    await this.#em.transactional(async (em) => {
      if (!(await lockPending(em, adId))) return;
      const at = this.#clock.now();
      const before = await findAd(em, adId);
      const after = page === 'gone' ? { ...before, detailsDone: true } : withDetails(before, page);
      await writeDetails(em, after, { state: after.detailsDone ? 'done' : 'failed', at });
      if (page === 'gone') await markGone(em, adId, at);
      if (after.price !== before.price) await insertPrices(em, [after], at);
      await this.#tellDetails(em, before, after, at);
    });
  }

  /** Counts a failed read of an ad's page; after the last try its event is released with what the list said. */
  async failDetails(adId: number): Promise<void> {
    await this.#em.transactional(async (em) => {
      if (!(await lockPending(em, adId))) return;
      const at = this.#clock.now();
      const last = await countTry(em, adId, at);
      if (last) await this.#release(em, adId, at);
    });
  }

  /** Releases the events that have waited long enough for their details; answers how many. */
  async releaseDue(): Promise<number> {
    const at = this.#clock.now();
    let released = 0;
    for (const sourceId of await sourcesWithDue(this.#em, at)) {
      released += await this.#em.transactional(async (em) => {
        // A page that is being stored may change the price that the event is to tell.
        await lockSource(em, sourceId);
        const count = await releaseDueOf(em, sourceId, at);
        await this.#crashPoint('after_release');
        return count;
      });
    }
    return released;
  }

  /** Ends a complete sweep, inside the caller's transaction: counts it for the ads it did not show. */
  async endSweep(em: EntityManager, sourceId: string, startedAt: Date): Promise<void> {
    await countMissed(em, sourceId, startedAt, this.#clock.now());
  }

  /** Ads that two complete sweeps did not show. */
  missing(sourceId: string, limit: number): Promise<AdAddress[]> {
    return findMissing(this.#em, sourceId, limit);
  }

  /** Decides on a missing ad by its own page, which may belong to another car by now. */
  async settleMissing(adId: number, page: SeenDetails | 'gone'): Promise<void> {
    await this.#em.transactional(async (em) => {
      const [ad] = await em.execute<unknown[]>('select from ads where id = ? for update', [adId]);
      // It may have been deleted while its page was read.
      if (!ad) return;
      const isThere = page !== 'gone' && !showsAnotherCar(await findAd(em, adId), page);
      if (isThere) await markFound(em, adId);
      else await markGone(em, adId, this.#clock.now());
    });
  }

  async #tellDetails(em: EntityManager, before: KnownAd, after: KnownAd, at: Date): Promise<void> {
    if (await this.#release(em, before.id, at)) return;
    const drop = dropEvent(before, after);
    if (drop) await insertEvents(em, [drop], { at });
    const added = FACT_KEYS.some((key) => before[key] !== after[key] && !(drop && key === 'price'));
    if (!added || !(await hasNewEvent(em, before.id))) return;
    await insertEvents(em, [{ adId: before.id, kind: 'details_completed', oldPrice: null, price: after.price }], {
      at,
    });
  }

  async #release(em: EntityManager, adId: number, at: Date): Promise<boolean> {
    const released = await releaseNew(em, adId, at);
    if (released) await this.#crashPoint('after_release');
    return released;
  }
}

/** The plan is pure, so it is made once to learn how many ids it needs, and once more with them. */
async function makePlan(
  em: EntityManager,
  sourceId: string,
  seen: readonly SeenAd[],
  context: PageContext,
): Promise<PagePlan> {
  const known = await findKnown(em, sourceId, seen);
  let draftId = Number.MAX_SAFE_INTEGER - seen.length;
  const draft = planPage(known, seen, context, () => draftId++);
  const added = countsOf(draft).new;
  if (added === 0) return draft;
  const ids = await drawIds(em, added);
  return planPage(known, seen, context, () => ids.shift() as number);
}

/** A page that shows another car, or comes after the ad went, is not the ad's. */
function withDetails(ad: KnownAd, page: SeenDetails): KnownAd {
  if (ad.gone || ad.superseded || showsAnotherCar(ad, page)) return ad;
  const merged = mergeDetails(ad, { ...page, ...storedFacts(page) });
  return { ...merged, fingerprint: completeFingerprint(ad.fingerprint, fingerprint(page)), detailsDone: true };
}
