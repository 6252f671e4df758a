import type { AdFacts } from '../contracts/ad.ts';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import { isAll, matches, wantedModels } from './matches.ts';

/** Filters by id. */
type Bucket = Map<number, FilterCriteria>;

interface BrandBuckets {
  readonly anyModel: Bucket;
  readonly byModel: Map<string, Bucket>;
}

/**
 * Which filters an ad satisfies: the same set as asking `matches` of each. A disposable cache without a database.
 *
 * A filter with models stands in the bucket of each (brand, model), without models in that of (brand, any), with all
 * brands in (any). An ad reads at most those three and no filter stands in two of them, so no id comes twice.
 */
export class MatchIndex {
  #anyBrand: Bucket = new Map();
  #byBrand = new Map<string, BrandBuckets>();
  #placesOf = new Map<number, readonly Bucket[]>();

  get size(): number {
    return this.#placesOf.size;
  }

  /** Fills the index with these filters and no others; an id that comes twice keeps the later criteria. */
  build(entries: Iterable<readonly [number, FilterCriteria]>): void {
    this.#anyBrand = new Map();
    this.#byBrand = new Map();
    this.#placesOf = new Map();
    for (const [id, filter] of entries) this.upsert(id, filter);
  }

  /** Adds a filter, or puts new criteria in the place of those known. The caller leaves `filter` unchanged from then on. */
  upsert(id: number, filter: FilterCriteria): void {
    this.remove(id);
    const places = this.#bucketsFor(filter);
    for (const bucket of places) bucket.set(id, filter);
    this.#placesOf.set(id, places);
  }

  /** An id that is not there is no error: the log of changes may name filters that never were active. */
  remove(id: number): void {
    for (const bucket of this.#placesOf.get(id) ?? []) bucket.delete(id);
    this.#placesOf.delete(id);
  }

  /** Ids of the filters that match, each once, in no particular order. */
  match(ad: AdFacts): number[] {
    const ids: number[] = [];
    collect(this.#anyBrand, ad, ids);
    const buckets = ad.brand == null ? undefined : this.#byBrand.get(ad.brand);
    if (buckets) collect(buckets.anyModel, ad, ids);
    if (ad.model != null) collect(buckets?.byModel.get(ad.model), ad, ids);
    return ids;
  }

  #bucketsFor(filter: FilterCriteria): Bucket[] {
    if (isAll(filter.carBrand)) return [this.#anyBrand];
    const { anyModel, byModel } = getOrCreate(this.#byBrand, filter.carBrand, () => ({
      anyModel: new Map(),
      byModel: new Map(),
    }));
    const models = wantedModels(filter);
    return models.length === 0 ? [anyModel] : models.map((model) => getOrCreate(byModel, model, () => new Map()));
  }
}

function collect(bucket: Bucket | undefined, ad: AdFacts, into: number[]): void {
  if (!bucket) return;
  for (const [id, filter] of bucket) if (matches(filter, ad)) into.push(id);
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
