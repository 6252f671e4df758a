import { COLUMNS, PRICE } from './bit-columns.ts';
import type { BitFilter } from './bit-filter.ts';
import { linkOf, RECORD_WORDS, writeLink, writeRecord } from './bit-record.ts';
import type { Rows } from './bit-scan.ts';

const WORD_ROWS = 32;
/** As long columns as can be read at a stretch, but no longer than can be copied in a fraction of a millisecond. */
export const CHUNK_ROWS = 2 ** 13;
/** So that every place is a 32-bit integer. */
const MAX_CHUNKS = 2 ** 31 / CHUNK_ROWS;
/** Behind the last place of a filter, or the last free place of a bucket. */
export const NOWHERE = -1;

/** The rows of the filters with one brand and one model; null stands for any. */
export class Bucket {
  readonly brand: string | null;
  readonly model: string | null;
  readonly chunks: Chunk[] = [];
  /** Rows with a filter. */
  size = 0;
  firstFree = NOWHERE;

  constructor(brand: string | null, model: string | null) {
    this.brand = brand;
    this.model = model;
  }
}

/** Some rows of a bucket. It begins small and grows by half, as most buckets stay small. */
class Chunk implements Rows {
  readonly bucket: Bucket;
  readonly number: number;
  used = 0;
  words = 1;
  bits = new Int32Array(COLUMNS);
  records = new Int32Array(WORD_ROWS * RECORD_WORDS);
  ids = new Uint32Array(WORD_ROWS);

  constructor(bucket: Bucket, number: number) {
    this.bucket = bucket;
    this.number = number;
  }

  append(): number {
    if (this.used === this.words * WORD_ROWS) this.#grow();
    return this.used++;
  }

  #grow(): void {
    const { bits, records, ids, words } = this;
    this.words = Math.min(CHUNK_ROWS / WORD_ROWS, Math.ceil(words * 1.5));
    this.bits = new Int32Array(COLUMNS * this.words);
    for (let column = 0; column < COLUMNS; column++)
      for (let word = 0; word < words; word++)
        this.bits[column * this.words + word] = bits[column * words + word] as number;
    this.records = new Int32Array(this.words * WORD_ROWS * RECORD_WORDS);
    this.records.set(records);
    this.ids = new Uint32Array(this.words * WORD_ROWS);
    this.ids.set(ids);
  }
}

/**
 * The rows of all buckets. A **place** is the number of a row among all of them; the places of one filter are a list, each
 * linked to the next.
 */
export class RowStore {
  readonly #chunks: (Chunk | undefined)[] = [];
  readonly #freeNumbers: number[] = [];

  /** Gives the filter a row of the bucket. @returns its place, which links to `next`. */
  add(bucket: Bucket, id: number, filter: BitFilter, next: number): number {
    const free = bucket.firstFree;
    const chunk = free === NOWHERE ? this.#chunkWithRoom(bucket) : this.#chunkAt(free);
    const row = free === NOWHERE ? chunk.append() : free % CHUNK_ROWS;
    if (free !== NOWHERE) {
      bucket.firstFree = linkOf(chunk.records, row);
      clear(chunk, row, 0, COLUMNS - 1);
    }
    mark(chunk, row, filter);
    writeRecord(chunk.records, row, filter.bounds);
    writeLink(chunk.records, row, next);
    chunk.ids[row] = id;
    bucket.size++;
    return chunk.number * CHUNK_ROWS + row;
  }

  /** Frees a place: without a bit among the prices its row matches nothing. @returns the bucket and the next place. */
  remove(place: number): { readonly bucket: Bucket; readonly next: number } {
    const chunk = this.#chunkAt(place);
    const row = place % CHUNK_ROWS;
    const { bucket, records } = chunk;
    const next = linkOf(records, row);
    clear(chunk, row, PRICE.first, PRICE.unknown);
    writeLink(records, row, bucket.firstFree);
    bucket.firstFree = place;
    bucket.size--;
    return { bucket, next };
  }

  /** Forgets the rows of a bucket that is given up. */
  drop(bucket: Bucket): void {
    for (const { number } of bucket.chunks) {
      this.#chunks[number] = undefined;
      this.#freeNumbers.push(number);
    }
  }

  #chunkAt(place: number): Chunk {
    return this.#chunks[Math.floor(place / CHUNK_ROWS)] as Chunk;
  }

  #chunkWithRoom(bucket: Bucket): Chunk {
    const last = bucket.chunks.at(-1);
    if (last && last.used < CHUNK_ROWS) return last;
    const chunk = new Chunk(bucket, this.#freeNumbers.pop() ?? this.#chunks.length);
    if (chunk.number >= MAX_CHUNKS) throw new RangeError('Too many brands and models for one index');
    this.#chunks[chunk.number] = chunk;
    bucket.chunks.push(chunk);
    return chunk;
  }
}

/** Takes the row out of the columns from the first to the last. */
function clear({ bits, words }: Rows, row: number, first: number, last: number): void {
  const kept = ~(1 << (row % WORD_ROWS));
  const end = last * words + (row >>> 5);
  for (let at = first * words + (row >>> 5); at <= end; at += words) bits[at] = (bits[at] as number) & kept;
}

function mark({ bits, words }: Rows, row: number, { columns, columnCount }: BitFilter): void {
  const bit = 1 << (row % WORD_ROWS);
  const word = row >>> 5;
  for (let index = 0; index < columnCount; index++) {
    const at = (columns[index] as number) * words + word;
    bits[at] = (bits[at] as number) | bit;
  }
}
