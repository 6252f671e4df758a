import type { ValueCount } from './distribution.ts';
import { type MarketAd, MarketPartition } from './market-partition.ts';
import { type MarketQuery, UNKNOWN_NUMBER, withoutRanges } from './market-query.ts';

/** From when on an ad counts, in seconds since 1970, inclusive. */
export interface Since {
  /** Posted or renewed: it is on the market. */
  readonly fresh: number;
  /** Posted: it tells how many come. */
  readonly posted: number;
}

/** What a query finds. */
export interface Found {
  /** Ads on the market. */
  readonly onMarket: number;
  /** Ads posted, also those that have left the market. */
  readonly posted: number;
  /** The ids of the newest on the market, the newest first; of two at one moment the one with the greater id. */
  readonly newest: readonly number[];
}

/**
 * The ads that filters are counted over, in memory and by brand: a query for one brand reads no other. Holds whatever it
 * is given; what is too old does not count and stays until it is dropped.
 */
export class MarketColumns {
  readonly #partitions = new Map<string | null, MarketPartition>();
  readonly #partitionOf = new Map<number, MarketPartition>();
  /** Where selected rows are written; used by one scan at a time. */
  #rows = new Int32Array(0);

  get size(): number {
    return this.#partitionOf.size;
  }

  upsert(ad: MarketAd): void {
    const partition = this.#partition(ad.brand ?? null);
    const before = this.#partitionOf.get(ad.id);
    if (before !== partition) {
      before?.remove(ad.id);
      this.#partitionOf.set(ad.id, partition);
    }
    partition.put(ad);
  }

  remove(id: number): void {
    this.#partitionOf.get(id)?.remove(id);
    this.#partitionOf.delete(id);
  }

  /** Forgets what has grown too old to count. */
  dropBefore(since: Since): void {
    for (const partition of this.#partitions.values()) {
      const { id, freshAt, postedAt } = partition.columns;
      // Backwards, as the last row takes the place of one that goes.
      for (let row = partition.size - 1; row >= 0; row--)
        if (!counts(freshAt[row] as number, postedAt[row] as number, since)) this.remove(id[row] as number);
    }
  }

  /** @param limit of the newest */
  find(query: MarketQuery, since: Since, limit: number): Found {
    const newest = new Newest(limit);
    let onMarket = 0;
    let posted = 0;
    for (const { partition, rows, count } of this.#select(query)) {
      const { id, knownAt, freshAt, postedAt } = partition.columns;
      // Backwards: what came last is mostly the newest, and what is older is then passed over at once.
      for (let n = count - 1; n >= 0; n--) {
        const row = rows[n] as number;
        if ((postedAt[row] as number) >= since.posted) posted++;
        if ((freshAt[row] as number) < since.fresh) continue;
        onMarket++;
        newest.offer(knownAt[row] as number, id[row] as number);
      }
    }
    return { onMarket, posted, newest: newest.ids };
  }

  /** How often each price and year occurs on the market, whatever the query asks of these two. */
  valueCounts(query: MarketQuery, since: Since): { readonly price: ValueCount[]; readonly year: ValueCount[] } {
    const prices = new Map<number, number>();
    const years = new Map<number, number>();
    for (const { partition, rows, count } of this.#select(withoutRanges(query, ['price', 'year']))) {
      const { price, year, freshAt } = partition.columns;
      for (let n = 0; n < count; n++) {
        const row = rows[n] as number;
        if ((freshAt[row] as number) < since.fresh) continue;
        countValue(prices, price[row] as number);
        countValue(years, year[row] as number);
      }
    }
    return { price: countsOf(prices), year: countsOf(years) };
  }

  *#select(query: MarketQuery): Iterable<{ partition: MarketPartition; rows: Int32Array; count: number }> {
    for (const partition of this.#partitionsFor(query.brand)) {
      if (this.#rows.length < partition.size) this.#rows = new Int32Array(2 * partition.size);
      yield { partition, rows: this.#rows, count: partition.select(query, this.#rows) };
    }
  }

  #partitionsFor(brand: string | null): Iterable<MarketPartition> {
    if (brand === null) return this.#partitions.values();
    const partition = this.#partitions.get(brand);
    return partition ? [partition] : [];
  }

  #partition(brand: string | null): MarketPartition {
    let partition = this.#partitions.get(brand);
    if (!partition) {
      partition = new MarketPartition();
      this.#partitions.set(brand, partition);
    }
    return partition;
  }
}

/** Whether an ad of these times can be found or counted at all. */
export function counts(freshAt: number | null, postedAt: number | null, since: Since): boolean {
  return (freshAt !== null && freshAt >= since.fresh) || (postedAt !== null && postedAt >= since.posted);
}

/** The few with the greatest times, in order. */
class Newest {
  readonly ids: number[] = [];
  readonly #times: number[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(time: number, id: number): void {
    const last = this.ids.length - 1;
    if (last + 1 === this.#limit && !this.#isNewer(time, id, last)) return;
    let place = last + 1;
    while (place > 0 && this.#isNewer(time, id, place - 1)) place--;
    this.ids.splice(place, 0, id);
    this.#times.splice(place, 0, time);
    this.ids.length = Math.min(this.ids.length, this.#limit);
    this.#times.length = this.ids.length;
  }

  #isNewer(time: number, id: number, place: number): boolean {
    const other = this.#times[place] as number;
    return time > other || (time === other && id > (this.ids[place] as number));
  }
}

function countValue(counted: Map<number, number>, value: number): void {
  counted.set(value, (counted.get(value) ?? 0) + 1);
}

function countsOf(counted: ReadonlyMap<number, number>): ValueCount[] {
  return [...counted].flatMap(([value, count]) => (value === UNKNOWN_NUMBER ? [] : { value, count }));
}
