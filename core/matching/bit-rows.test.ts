import { describe, expect, it } from 'vitest';
import { NO_CRITERIA } from '../contracts/filter-criteria.ts';
import { BitFilter } from './bit-filter.ts';
import { Bucket, CHUNK_ROWS, NOWHERE, RowStore } from './bit-rows.ts';

function filled(rows: number) {
  const store = new RowStore();
  const bucket = new Bucket('bmw', null);
  const filter = new BitFilter();
  filter.read(NO_CRITERIA);
  const places = Array.from({ length: rows }, (_, id) => store.add(bucket, id, filter, NOWHERE));
  return { store, bucket, filter, places };
}

describe('RowStore', () => {
  it('gives every row a place of its own, chunk after chunk', () => {
    const { bucket, places } = filled(2 * CHUNK_ROWS + 1);
    expect(new Set(places).size).toBe(2 * CHUNK_ROWS + 1);
    expect(bucket.chunks.map((chunk) => chunk.used)).toEqual([CHUNK_ROWS, CHUNK_ROWS, 1]);
    expect(bucket.chunks.at(-1)?.ids.length).toBe(32);
  });

  it('takes freed rows again before new ones, over years of coming and going', () => {
    const { store, bucket, filter, places } = filled(100);
    for (let id = 100; id < 10_000; id++) {
      store.remove(places[id % 100] as number);
      places[id % 100] = store.add(bucket, id, filter, NOWHERE);
    }
    expect(new Set(places).size).toBe(100);
    expect([bucket.size, bucket.chunks.length, bucket.chunks[0]?.used]).toEqual([100, 1, 100]);
  });

  it('links the places of one filter and leads back to their bucket', () => {
    const { store, bucket, filter } = filled(3);
    const other = new Bucket('bmw', 'x5');
    const last = store.add(other, 7, filter, NOWHERE);
    const first = store.add(bucket, 7, filter, last);
    expect(store.remove(first)).toEqual({ bucket, next: last });
    expect(store.remove(last)).toEqual({ bucket: other, next: NOWHERE });
    expect([bucket.size, other.size]).toEqual([3, 0]);
  });

  it('gives the numbers of dropped chunks to others', () => {
    const { store, bucket, filter, places } = filled(1);
    store.remove(places[0] as number);
    store.drop(bucket);
    expect(store.add(new Bucket('audi', null), 1, filter, NOWHERE)).toBe(places[0]);
  });
});
