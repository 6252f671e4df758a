import type { BitAd } from './bit-ad.ts';
import { ALWAYS } from './bit-columns.ts';
import { passes } from './bit-record.ts';

/** Rows side by side: 32 to a word, `words` words to a column, column behind column. */
export interface Rows {
  readonly used: number;
  readonly words: number;
  readonly bits: Int32Array;
  readonly records: Int32Array;
  readonly ids: Uint32Array;
}

/** Where the ids of the matching filters are gathered; one list is filled again and again. */
export class Hits {
  count = 0;
  ids = new Uint32Array(1024);

  /** Makes room for so many more. */
  reserve(more: number): void {
    if (this.count + more <= this.ids.length) return;
    const larger = new Uint32Array(Math.max(this.count + more, this.ids.length * 2));
    larger.set(this.ids.subarray(0, this.count));
    this.ids = larger;
  }

  toArray(): number[] {
    const { count, ids } = this;
    const array = new Array<number>(count);
    for (let index = 0; index < count; index++) array[index] = ids[index] as number;
    return array;
  }
}

/**
 * Adds the ids of the rows that match; there is room for all of them.
 *
 * A word is left as soon as none of its 32 rows remains. The groups stand in the order in which they refuse most, given
 * how the rows are sorted. This is where all the time goes: every name is a local one and nothing is called but for
 * rows in doubt.
 */
export function scan(rows: Rows, ad: BitAd, hits: Hits): void {
  const { bits, ids: rowIds, words } = rows;
  const { doubt } = ad;
  const found = hits.ids;
  const price = ad.price * words;
  const year = ad.year * words;
  const gearBox = ad.gearBox * words;
  const engine = ad.engine * words;
  const mileage = ad.mileage * words;
  const area = ad.area * words;
  const bodyType = ad.bodyType * words;
  const color = ad.color * words;
  const dealType = ad.dealType * words;
  const volume = ad.volume * words;
  const month = ad.month * words;
  const priceBoundary = ad.priceBoundary * words;
  const mileageBoundary = ad.mileageBoundary * words;
  const always = ALWAYS * words;
  const usedWords = (rows.used + 31) >> 5;
  let count = hits.count;
  for (let word = 0; word < usedWords; word++) {
    let left = ~(at(bits, year + word) | at(bits, gearBox + word));
    if (left === 0) continue;
    left &= at(bits, price + word) & ~at(bits, engine + word);
    if (left === 0) continue;
    left &= ~(at(bits, mileage + word) | at(bits, area + word));
    if (left === 0) continue;
    left &= ~(at(bits, bodyType + word) | at(bits, color + word) | at(bits, dealType + word));
    if (left === 0) continue;
    left &= ~(at(bits, volume + word) | at(bits, month + word));
    if (left === 0) continue;
    const flags = at(bits, priceBoundary + word) | at(bits, mileageBoundary + word) | at(bits, always + word) | doubt;
    if ((left & flags) !== 0) left ^= refused(rows, ad, word, left & flags);
    while (left !== 0) {
      const lowest = left & -left;
      found[count++] = at(rowIds, (word << 5) + 31 - Math.clz32(lowest));
      left ^= lowest;
    }
  }
  hits.count = count;
}

/** Those of the doubtful rows of a word whose exact bounds the ad does not pass. */
function refused(rows: Rows, ad: BitAd, word: number, doubtful: number): number {
  let refusals = 0;
  for (let left = doubtful; left !== 0; left &= left - 1) {
    const lowest = left & -left;
    if (!passes(rows.records, (word << 5) + 31 - Math.clz32(lowest), ad.tests)) refusals |= lowest;
  }
  return refusals;
}

function at(words: Int32Array | Uint32Array, index: number): number {
  return words[index] as number;
}
