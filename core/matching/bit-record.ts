import { MILEAGE, MONTH, PRICE, VOLUME, YEAR } from './bit-columns.ts';

/**
 * The exact bounds of a row, as 32 bytes of its chunk's records: a bit can say that a filter's bound lies somewhere in the
 * band of an ad's value, and only the bound itself on which side. Years and decilitres share a word each.
 */
export const RECORD_WORDS = 8;
/** The last word belongs to the keeper of the rows. */
const LINK = 7;

export function writeRecord(records: Int32Array, row: number, bounds: Int32Array): void {
  const at = row * RECORD_WORDS;
  records[at] = bounds[PRICE.boundsAt] as number;
  records[at + 1] = bounds[PRICE.boundsAt + 1] as number;
  records[at + 2] = bounds[MILEAGE.boundsAt] as number;
  records[at + 3] = bounds[MILEAGE.boundsAt + 1] as number;
  records[at + 4] = pair(bounds[YEAR.boundsAt] as number, bounds[YEAR.boundsAt + 1] as number);
  records[at + 5] = pair(bounds[VOLUME.boundsAt] as number, bounds[VOLUME.boundsAt + 1] as number);
  records[at + 6] = bounds[MONTH.boundsAt] as number;
}

/** Whether the test values of an ad pass all bounds of the row. */
export function passes(records: Int32Array, row: number, tests: Int32Array): boolean {
  const at = row * RECORD_WORDS;
  const years = records[at + 4] as number;
  const volumes = records[at + 5] as number;
  return (
    (tests[PRICE.boundsAt] as number) >= (records[at] as number) &&
    (tests[PRICE.boundsAt + 1] as number) <= (records[at + 1] as number) &&
    (tests[MILEAGE.boundsAt] as number) >= (records[at + 2] as number) &&
    (tests[MILEAGE.boundsAt + 1] as number) <= (records[at + 3] as number) &&
    (tests[YEAR.boundsAt] as number) >= lowerOf(years) &&
    (tests[YEAR.boundsAt + 1] as number) <= upperOf(years) &&
    (tests[VOLUME.boundsAt] as number) >= lowerOf(volumes) &&
    (tests[VOLUME.boundsAt + 1] as number) <= upperOf(volumes) &&
    (tests[MONTH.boundsAt] as number) >= (records[at + 6] as number)
  );
}

export function linkOf(records: Int32Array, row: number): number {
  return records[row * RECORD_WORDS + LINK] as number;
}

export function writeLink(records: Int32Array, row: number, link: number): void {
  records[row * RECORD_WORDS + LINK] = link;
}

function pair(lower: number, upper: number): number {
  return (lower & 0xffff) | (upper << 16);
}

function lowerOf(both: number): number {
  return (both << 16) >> 16;
}

function upperOf(both: number): number {
  return both >> 16;
}
