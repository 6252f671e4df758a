import { IdMap } from './id-map.ts';

/** No user has this id. */
export const NOBODY = -1;

const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;
/** User and revision stand side by side, as they are read together. */
const FIELDS = 2;

/**
 * Whose the active filters are and since when they count, beside the index and as of the same snapshot: 16 bytes a
 * filter and its place in an `IdMap`. So the matcher asks the database for nothing it knows already.
 *
 * It is never older than the index. A filter changes hands, is switched on and is deleted only with an entry in the
 * change log of the same commit, and `activated_revision` is written by the very trigger that writes the entry.
 */
export class FilterOwners {
  readonly #ids = new IdMap();
  readonly #pages: Float64Array[] = [];

  get size(): number {
    return this.#ids.size;
  }

  /** `activatedRevision` of null: the filter counts for no event. */
  set(filterId: number, { userId, activatedRevision }: { userId: number; activatedRevision: number | null }): void {
    const slot = this.#ids.add(filterId);
    const number = slot >>> PAGE_BITS;
    this.#pages[number] ??= new Float64Array(PAGE_SIZE * FIELDS);
    const page = this.#pages[number];
    const at = (slot & (PAGE_SIZE - 1)) * FIELDS;
    page[at] = userId;
    page[at + 1] = activatedRevision ?? Number.POSITIVE_INFINITY;
  }

  /** An id that is not there is no error. */
  remove(filterId: number): void {
    this.#ids.remove(filterId);
  }

  /** Whose the filter is; `NOBODY` where it is not known, or was switched on after that revision. */
  ownerAt(filterId: number, releaseRevision: number): number {
    const slot = this.#ids.slotOf(filterId);
    if (slot < 0) return NOBODY;
    const page = this.#pages[slot >>> PAGE_BITS] as Float64Array;
    const at = (slot & (PAGE_SIZE - 1)) * FIELDS;
    return (page[at + 1] as number) <= releaseRevision ? (page[at] as number) : NOBODY;
  }
}
