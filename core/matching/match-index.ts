import type { AdFacts } from '../contracts/ad.ts';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import { BitAd } from './bit-ad.ts';
import { BitFilter } from './bit-filter.ts';
import { Bucket, CHUNK_ROWS, NOWHERE, RowStore } from './bit-rows.ts';
import { Hits, scan } from './bit-scan.ts';
import { IdMap } from './id-map.ts';
import { inBuildOrder } from './match-index-order.ts';
import { isAll, matches, wantedModels } from './matches.ts';

/** A key, or null for any. */
type Key = string | null;
const ANY_MODEL: readonly Key[] = [null];

const PAGE_BITS = 12;
const PAGE_SIZE = 2 ** PAGE_BITS;
/** A row keeps the id of its filter in 32 bits. */
const MAX_ROW_ID = 2 ** 32 - 1;

/**
 * Which filters an ad satisfies: the same set as asking `matches` of each, a thousand times faster. A disposable cache
 * without a database, of the filters that somebody hands it; their objects may change or go afterwards.
 *
 * **Buckets.** A filter with models has a row in the bucket of each (brand, model), without models one in (brand, any),
 * with all brands one in (any, any). An ad reads at most three buckets, and no filter stands in two of them, so no id
 * comes twice. A bucket goes when its last filter does.
 *
 * **Columns.** Of each tested fact a bucket holds columns of bits, a bit a row: one column for each key of a list or band
 * of numbers, one for "the ad does not say". An ad selects one column of each fact, and joining the eleven, 32 rows at a
 * time, leaves the rows that all of them let pass. Most words are empty after the first few.
 *
 * **Why it is exact.** A band holds many numbers, so its bit may be too generous, never too narrow: it lets a filter pass
 * when any number of the band would. The bits of a filter whose bound cuts through a band are the generous ones, so
 * there it is marked in a boundary column as well (price and mileage have some, all else one for all bands), and rows
 * with a mark are compared by their exact bounds. A row without one takes in the whole band or nothing of it. Bands end
 * with the round numbers that people choose, so few are marked: of a hundred candidates three or four are compared.
 * Keys are exact by themselves: one that is no option of ours selects "does not say", which only open lists let pass.
 * Whole numbers are what the columns know. For an ad with another one every candidate is compared; a filter that bits
 * cannot express (a fraction, NaN or a minimum above its maximum, a key that is no option, an id beyond 32 bits) stands
 * aside in a map and is asked with `matches` itself. The service stores no such filter, so that map is empty.
 *
 * **Costs**, of a million saved filters, 850,000 of them active in 1.33 million rows (measured in `docs/benchmarks.md`):
 * an ad scans some 80,000 rows, reading 10 kB of each column that it gets to. An upsert sets about a hundred bits and,
 * in a row that had another filter, first clears one in each of 352 columns. A row takes 80 bytes: a bit a column, 32
 * bytes of exact bounds, the id; a filter some 20 more in `IdMap` and for its first place. Rows stand in chunks that are
 * never copied once they are full, so no change takes long, whatever the size.
 *
 * **Order.** Rows that fail together should stand together, so `build` sorts. Later filters take the rows that others
 * left, which wears the order: when a tenth of all has been replaced an ad takes a quarter longer, when all have, half.
 * It never gets worse than that, so nothing sorts a bucket anew while the service runs; its next start does.
 *
 * **A new column.** An option that is added to a list of the catalogue gets its column by itself. A new fact needs a group
 * in `bit-columns.ts`, a line in `BitFilter.read` and in `BitAd.read` each, and its place in `scan`; for bounds, also
 * one in `bit-record.ts`. The property test in `match-index.test.ts` fails until all of them agree with `matches`.
 *
 * **Where it comes from.** Publish/subscribe systems have the same question: which of many standing subscriptions does
 * this event satisfy? Fabret and others (SIGMOD 2001) cluster subscriptions by what they ask to be equal and store each
 * cluster column by column; OpIndex (PVLDB 2014) chooses one pivot attribute to partition by, here brand and model. REIN
 * (INFOCOM 2014) answers range predicates by operations on whole bit words. Bit columns for values and ranges, ANDed
 * instead of compared, are the bitmap and range-encoded indexes of O'Neil and Quass (SIGMOD 1997), with stored
 * predicates in the place of stored rows. To take candidates by a coarse test and to verify only what is in doubt is
 * what the percolators of Lucene and Elasticsearch do.
 */
export class MatchIndex {
  #buckets = new Map<Key, Map<Key, Bucket>>();
  #rows = new RowStore();
  #slots = new IdMap();
  /** The first place of the filter in each slot. */
  #places: Int32Array[] = [];
  /** Filters that the columns cannot express. */
  #odd = new Map<number, FilterCriteria>();
  readonly #filter = new BitFilter();
  readonly #ad = new BitAd();
  readonly #hits = new Hits();

  get size(): number {
    return this.#slots.size + this.#odd.size;
  }

  /**
   * Fills the index with these filters and no others; an id that comes twice keeps the later criteria.
   *
   * The same as upserting them one by one, sorted. A caller who can have them sorted elsewhere starts with an empty index
   * and upserts them as they come. The order that serves best is:
   * brand, gear box, lowest year (unset first), highest price (unset last), lowest price (unset first);
   * how brands and gear boxes follow one another does not matter.
   */
  build(entries: Iterable<readonly [number, FilterCriteria]>): void {
    this.#buckets = new Map();
    this.#rows = new RowStore();
    this.#slots = new IdMap();
    this.#places = [];
    this.#odd = new Map();
    for (const [id, filter] of inBuildOrder(new Map(entries))) this.upsert(id, filter);
  }

  /** Adds a filter, or puts new criteria in the place of those known. */
  upsert(id: number, filter: FilterCriteria): void {
    this.remove(id);
    const isExpressible = Number.isInteger(id) && id >= 0 && id <= MAX_ROW_ID && this.#filter.read(filter);
    if (!isExpressible) {
      this.#odd.set(id, structuredClone(filter));
      return;
    }
    let place = NOWHERE;
    const brand = isAll(filter.carBrand) ? null : filter.carBrand;
    const models = wantedModels(filter);
    for (const model of models.length === 0 ? ANY_MODEL : new Set(models))
      place = this.#rows.add(this.#bucketOf(brand, model), id, this.#filter, place);
    this.#setFirstPlace(this.#slots.add(id), place);
  }

  /** An id that is not there is no error: the log of changes may name filters that never were active. */
  remove(id: number): void {
    this.#odd.delete(id);
    const slot = this.#slots.remove(id);
    if (slot === -1) return;
    let place = this.#firstPlace(slot);
    while (place !== NOWHERE) {
      const { bucket, next } = this.#rows.remove(place);
      if (bucket.size === 0) this.#giveUp(bucket);
      place = next;
    }
  }

  /** Ids of the filters that match, each once, in no particular order. */
  match(ad: AdFacts): number[] {
    this.#hits.count = 0;
    this.#ad.read(ad);
    this.#collect(this.#buckets.get(null)?.get(null));
    const models = ad.brand == null ? undefined : this.#buckets.get(ad.brand);
    this.#collect(models?.get(null));
    if (ad.model != null) this.#collect(models?.get(ad.model));
    const ids = this.#hits.toArray();
    for (const [id, filter] of this.#odd) if (matches(filter, ad)) ids.push(id);
    return ids;
  }

  #collect(bucket: Bucket | undefined): void {
    if (!bucket) return;
    for (const chunk of bucket.chunks) {
      this.#hits.reserve(CHUNK_ROWS);
      scan(chunk, this.#ad, this.#hits);
    }
  }

  #bucketOf(brand: Key, model: Key): Bucket {
    const models = getOrCreate(this.#buckets, brand, () => new Map<Key, Bucket>());
    return getOrCreate(models, model, () => new Bucket(brand, model));
  }

  #giveUp(bucket: Bucket): void {
    this.#rows.drop(bucket);
    const models = this.#buckets.get(bucket.brand);
    models?.delete(bucket.model);
    if (models?.size === 0) this.#buckets.delete(bucket.brand);
  }

  #firstPlace(slot: number): number {
    return this.#places[slot >>> PAGE_BITS]?.[slot % PAGE_SIZE] ?? NOWHERE;
  }

  #setFirstPlace(slot: number, place: number): void {
    const index = slot >>> PAGE_BITS;
    const page = this.#places[index] ?? new Int32Array(PAGE_SIZE);
    this.#places[index] = page;
    page[slot % PAGE_SIZE] = place;
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
