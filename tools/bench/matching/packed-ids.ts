/**
 * All ids that a statement finds as one binary value. A row for each would make their way through the driver the
 * longest part of a match, and that is no part of matching in SQL; of the ways tried, this is the fastest.
 */
export const PACKED_IDS = 'array_send(array_agg(id))';

/** Dimensions, flags, type, length and lower bound, four bytes each; */
const HEADER_BYTES = 20;
/** then the length of each value, and the value. */
const LENGTH_BYTES = 4;
const ENTRY_BYTES = 8;

/** @param packed what `PACKED_IDS` of a column of `int` answers: nothing, if there were no rows. */
export function unpackIds(packed: Buffer | null): Int32Array {
  if (packed === null) return new Int32Array();
  const ids = new Int32Array((packed.length - HEADER_BYTES) / ENTRY_BYTES);
  for (let n = 0, at = HEADER_BYTES + LENGTH_BYTES; n < ids.length; n++, at += ENTRY_BYTES)
    ids[n] = packed.readInt32BE(at);
  return ids;
}
