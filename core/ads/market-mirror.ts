/**
 * Keeps `MarketColumns` equal to the table of ads, on every replica: whoever asks gets the market as it was at a moment
 * after they asked. `ads.changed_xid` is the transaction that last changed what counts of an ad (a trigger writes it;
 * being seen once more does not count). One statement, with one snapshot, takes the ids of the ads with `changed_xid >=`
 * the last mark, and the next mark: the snapshot's xmin, below which every transaction had ended. Then the ads with these
 * ids are read, if there are any, as they are by then.
 *
 * Nothing is lost, in whatever order transactions are committed. Let T have changed an ad, seen by a statement but not by
 * the one before, whose mark was m. T had not ended when m was taken, so T >= m, also where T had drawn its number long
 * before others that were committed earlier. The ad carries the number of T, or of a T' that changed it after T: that one
 * had to wait for T to end, so it had not ended when m was taken either, and T' >= m. So the ad is among the ids, and what
 * is read of it is what T or a later one has left. What is rolled back is never seen; what is read twice is the same
 * twice. The cold load is no other case: its mark is taken before its first page. No lock is taken, no writer waits.
 *
 * A transaction of hours, of anybody on the server, holds the marks; meanwhile whatever has changed since is read each
 * time. Ads that are deleted leave no number behind: a trigger writes the transaction into `market_state.reset_xid`, and
 * when that differs, all is loaded anew; but not for ads that are deleted after half a year, of which nothing has counted
 * for months. So it is when a mark is below the last one, as the database was set back.
 * Numbers of another server, in a dump that was restored, do no harm: the load does not ask for them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { counts, MarketColumns, type Since } from './market-columns.ts';
import { readChanges, readCounting, readMarketAds, readOldest, readState, type TableState } from './market-rows.ts';

/** Few enough that nobody who is served beside the load waits for a page. */
const PAGE_SIZE = 1_000;
/** Ads are held for so much longer than they count: a clock that is set back a little misses none. */
const GRACE_S = 86_400;

/** The market as it was at a moment after somebody had asked for it. */
export interface Market {
  readonly columns: MarketColumns;
  /** When the oldest ad of the store was first seen, in seconds since 1970; null in an empty store. */
  readonly oldest: number | null;
}

interface Mirror extends Market {
  readonly state: TableState;
  /** From when on every ad that counts is there. */
  readonly held: Since;
}

export class MarketMirror {
  readonly #em: EntityManager;
  readonly #since: () => Since;
  #mirror: Mirror | null = null;
  /** Ends when the update under way has ended. */
  #underWay: Promise<unknown> = Promise.resolve();
  #waiting: Promise<Market> | null = null;

  /** @param deps.since from when on an ad counts */
  constructor(deps: { em: EntityManager; since: () => Since }) {
    // Of its own: a caller's transaction might look at an old snapshot.
    this.#em = deps.em.fork();
    this.#since = deps.since;
  }

  /**
   * Those who ask while an update is under way share the one after it: it may have read before they wrote. Where it fails
   * they all fail, and the next one starts from where the last good one ended.
   */
  current(): Promise<Market> {
    this.#waiting ??= this.#underWay.then(() => {
      this.#waiting = null;
      const update = this.#update();
      // The callers get the error; the next update has nothing to do with it.
      this.#underWay = update.catch(() => {});
      return update;
    });
    return this.#waiting;
  }

  /** Forgets what has grown too old to be asked for. */
  tidy(): void {
    const held = this.#worthHolding();
    if (!this.#mirror || held.fresh <= this.#mirror.held.fresh) return;
    this.#mirror.columns.dropBefore(held);
    this.#mirror = { ...this.#mirror, held };
  }

  async #update(): Promise<Market> {
    this.#mirror = (this.#mirror && (await this.#caughtUp(this.#mirror))) ?? (await this.#load());
    return this.#mirror;
  }

  async #load(): Promise<Mirror> {
    const state = await readState(this.#em);
    const columns = new MarketColumns();
    const held = this.#worthHolding();
    for (let lastId = 0, isWhole = false; !isWhole; ) {
      const page = await readCounting(this.#em, lastId, held, PAGE_SIZE);
      for (const ad of page) columns.upsert(ad);
      lastId = page.at(-1)?.id ?? lastId;
      isWhole = page.length < PAGE_SIZE;
    }
    return { columns, state, held, oldest: await readOldest(this.#em) };
  }

  /** The mirror with what was changed since; null where all is to be loaded anew. */
  async #caughtUp({ columns, oldest, held, state: last }: Mirror): Promise<Mirror | null> {
    // The clock was far ahead and is right again: what was not held then is missing.
    if (this.#since().fresh < held.fresh) return null;
    const { state, changedIds } = await readChanges(this.#em, last.mark);
    if (state.reset !== last.reset || state.mark < last.mark) return null;
    if (changedIds.length === 0) return { columns, oldest, held, state };
    for (let from = 0; from < changedIds.length; from += PAGE_SIZE) {
      for (const ad of await readMarketAds(this.#em, changedIds.slice(from, from + PAGE_SIZE))) {
        if (counts(ad.freshAt, ad.postedAt, held)) columns.upsert(ad);
        else columns.remove(ad.id);
      }
    }
    return { columns, oldest: await readOldest(this.#em), held, state };
  }

  #worthHolding(): Since {
    const { fresh, posted } = this.#since();
    return { fresh: fresh - GRACE_S, posted: posted - GRACE_S };
  }
}
