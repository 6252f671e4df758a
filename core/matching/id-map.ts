/** Ids share out over this many small tables, each of which grows by itself: none ever rehashes much at a time. */
const TABLES = 256;
const TABLE_BITS = 8;
const FIRST_CAPACITY = 8;
const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;
const UNKNOWN = -1;

/**
 * Numbers the known ids densely, so that facts about them can stand in typed arrays: id → slot, 14 to 20 bytes an id
 * where a `Map` needs 40 and more. Ids are non-negative safe integers. A slot keeps its id until that is removed; freed
 * slots are given out again, so there are never more slots than ids were known at one time.
 *
 * Open addressing with linear probing. A table holds slot + 1 (0: nobody), the ids stand in pages by slot. At a million
 * ids the growth of a table moves 4,000 entries: no addition takes longer than a fraction of a millisecond.
 */
export class IdMap {
  readonly #tables: Int32Array[] = Array.from({ length: TABLES }, () => new Int32Array(FIRST_CAPACITY));
  readonly #counts = new Int32Array(TABLES);
  /** The id of each slot; a free slot holds -2 - (the next free slot). */
  readonly #pages: Float64Array[] = [];
  #size = 0;
  #slots = 0;
  #firstFree = UNKNOWN;

  get size(): number {
    return this.#size;
  }

  /** Every slot ever given out is below this. */
  get slots(): number {
    return this.#slots;
  }

  /** -1: unknown. */
  slotOf(id: number): number {
    const hash = hashOf(id);
    const table = this.#tableOf(hash);
    return (table[this.#find(table, hash, id)] as number) - 1;
  }

  /** The slot of this id, which is a new one for an unknown id. */
  add(id: number): number {
    const hash = hashOf(id);
    const table = this.#tableOf(hash);
    const place = this.#find(table, hash, id);
    const known = table[place] as number;
    if (known !== 0) return known - 1;
    const slot = this.#takeSlot();
    this.#write(slot, id);
    table[place] = slot + 1;
    this.#size++;
    const index = hash & (TABLES - 1);
    const count = (this.#counts[index] as number) + 1;
    this.#counts[index] = count;
    if (count * 3 > table.length * 2) this.#tables[index] = this.#grown(table);
    return slot;
  }

  /** The slot that is free now; -1: the id was unknown. */
  remove(id: number): number {
    const hash = hashOf(id);
    const table = this.#tableOf(hash);
    const place = this.#find(table, hash, id);
    const slot = (table[place] as number) - 1;
    if (slot === UNKNOWN) return UNKNOWN;
    this.#close(table, place);
    this.#write(slot, -2 - this.#firstFree);
    this.#firstFree = slot;
    this.#size--;
    const index = hash & (TABLES - 1);
    this.#counts[index] = (this.#counts[index] as number) - 1;
    return slot;
  }

  #tableOf(hash: number): Int32Array {
    return this.#tables[hash & (TABLES - 1)] as Int32Array;
  }

  /** Where the id stands in its table, or the empty place where it belongs. */
  #find(table: Int32Array, hash: number, id: number): number {
    const mask = table.length - 1;
    let place = (hash >>> TABLE_BITS) & mask;
    for (;;) {
      const entry = table[place] as number;
      if (entry === 0 || this.#idOf(entry - 1) === id) return place;
      place = (place + 1) & mask;
    }
  }

  /** Empties a place and moves up those behind it that would not be found across the gap. */
  #close(table: Int32Array, place: number): void {
    const mask = table.length - 1;
    let gap = place;
    for (let next = (gap + 1) & mask; table[next] !== 0; next = (next + 1) & mask) {
      const home = (hashOf(this.#idOf((table[next] as number) - 1)) >>> TABLE_BITS) & mask;
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      table[gap] = table[next] as number;
      gap = next;
    }
    table[gap] = 0;
  }

  #grown(table: Int32Array): Int32Array {
    const grown = new Int32Array(table.length * 2);
    const mask = grown.length - 1;
    for (const entry of table) {
      if (entry === 0) continue;
      let place = (hashOf(this.#idOf(entry - 1)) >>> TABLE_BITS) & mask;
      while (grown[place] !== 0) place = (place + 1) & mask;
      grown[place] = entry;
    }
    return grown;
  }

  #takeSlot(): number {
    const free = this.#firstFree;
    if (free !== UNKNOWN) {
      this.#firstFree = -2 - this.#idOf(free);
      return free;
    }
    if (this.#slots === this.#pages.length * PAGE_SIZE) this.#pages.push(new Float64Array(PAGE_SIZE));
    return this.#slots++;
  }

  #idOf(slot: number): number {
    return (this.#pages[slot >>> PAGE_BITS] as Float64Array)[slot & (PAGE_SIZE - 1)] as number;
  }

  #write(slot: number, value: number): void {
    (this.#pages[slot >>> PAGE_BITS] as Float64Array)[slot & (PAGE_SIZE - 1)] = value;
  }
}

/** Spreads ids, which mostly follow one another, over all 32 bits; ids beyond 32 bits count in full. */
function hashOf(id: number): number {
  let hash = (id | 0) ^ Math.imul((id / 2 ** 32) | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
