import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import { MatchIndex } from './match-index.ts';
import { readActiveFilters, readFilters } from './stored-filters.ts';

/** Revisions that stay in the log, so that a reader who was away for a while need not rebuild. */
const KEPT_REVISIONS = 10_000;

/**
 * Keeps a `MatchIndex` equal to the active filters by reading the change log, whose revisions are drawn in the order of
 * the commits: a snapshot that shows one of them shows all below it.
 */
export class FilterChanges {
  #index = new MatchIndex();
  /** The last revision the index holds; null before the cold build. */
  #applied: number | null = null;
  #trimmedThrough = 0;

  get index(): MatchIndex {
    return this.#index;
  }

  /** The revision whose filters the index holds. */
  get revision(): number {
    return this.#applied ?? 0;
  }

  /** Whether the log has outgrown what is kept by so much that `trim` is worth its transaction. */
  get isTrimDue(): boolean {
    return this.revision - this.#trimmedThrough >= 2 * KEPT_REVISIONS;
  }

  /**
   * Brings the index to the snapshot of the caller's REPEATABLE READ transaction. Calls must follow one another: the
   * index never goes back to an older snapshot.
   *
   * What was applied stays when the transaction is rolled back. The matcher writes no filters, so all it has read here
   * was committed by others, and a later snapshot shows it too; the next run only goes on above it.
   */
  async apply(em: EntityManager): Promise<void> {
    const [state] = await em.execute<{ revision: string; trimmed: string }[]>(
      'select last_filter_revision() as revision, trimmed_through as trimmed from matcher_state where id = 1',
    );
    const revision = Number(state?.revision ?? 0);
    const trimmedThrough = Number(state?.trimmed ?? 0);
    if (this.#applied === null || this.#applied < trimmedThrough) await this.#rebuild(em);
    else if (this.#applied < revision) await this.#catchUp(em, this.#applied);
    // Only now: were a query above to fail, the next run would read the same changes again, which does no harm.
    this.#applied = revision;
    this.#trimmedThrough = trimmedThrough;
  }

  /** Shortens the log and says up to where, for readers further back; one transaction of its own. */
  async trim(em: EntityManager): Promise<void> {
    await em.transactional(async (inner) => {
      await inner.execute(
        `update matcher_state set trimmed_through = last_filter_revision() - ?
         where id = 1 and trimmed_through < last_filter_revision() - ?`,
        [KEPT_REVISIONS, KEPT_REVISIONS],
      );
      await inner.execute(
        'delete from filter_changes where revision <= (select trimmed_through from matcher_state where id = 1)',
      );
    });
  }

  async #rebuild(em: EntityManager): Promise<void> {
    const entries: [number, FilterCriteria][] = [];
    for await (const filter of readActiveFilters(em)) entries.push([filter.id, filter.criteria]);
    this.#index.build(entries);
  }

  async #catchUp(em: EntityManager, applied: number): Promise<void> {
    const changes = await em.execute<{ filter_id: string }[]>(
      'select distinct filter_id from filter_changes where revision > ?',
      [applied],
    );
    const changed = new Set(changes.map((change) => Number(change.filter_id)));
    const filters = await readFilters(em, changed);
    for (const filter of filters) {
      if (filter.active) this.#index.upsert(filter.id, filter.criteria);
      else this.#index.remove(filter.id);
      changed.delete(filter.id);
    }
    for (const deletedId of changed) this.#index.remove(deletedId);
  }
}
