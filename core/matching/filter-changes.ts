import type { EntityManager } from '@mikro-orm/postgresql';
import { FilterOwners } from './filter-owners.ts';
import type { StoredFilter } from './filter-reader.ts';
import { MatchIndex } from './match-index.ts';
import { readActiveFilters, readChangedFilters } from './stored-filters.ts';

/** Revisions that stay in the log, so that a reader who was away for a while need not rebuild. */
const KEPT_REVISIONS = 10_000;

/** How far the change log goes in a snapshot. */
export interface LogState {
  readonly revision: number;
  readonly trimmedThrough: number;
}

/**
 * Keeps a `MatchIndex` and its owners equal to the active filters by reading the change log, whose revisions are drawn
 * in the order of the commits: a snapshot that shows one of them shows all below it.
 */
export class FilterChanges {
  #index = new MatchIndex();
  #owners = new FilterOwners();
  /** The last revision the index holds; null before the cold build and while it is under way. */
  #applied: number | null = null;
  #trimmedThrough = 0;

  get index(): MatchIndex {
    return this.#index;
  }

  /** Whose the filters of the index are. */
  get owners(): FilterOwners {
    return this.#owners;
  }

  /** The revision whose filters the index holds; 0 while it is cold. */
  get revision(): number {
    return this.#applied ?? 0;
  }

  /** Whether the index was built; until then nothing may be matched with it. */
  get isWarm(): boolean {
    return this.#applied !== null;
  }

  /** Whether the log has outgrown what is kept by so much that `trim` is worth its transaction. */
  get isTrimDue(): boolean {
    return this.revision - this.#trimmedThrough >= 2 * KEPT_REVISIONS;
  }

  /**
   * Brings the index to the snapshot of the caller's REPEATABLE READ transaction. Calls must follow one another: the
   * index never goes back to an older snapshot. At the signal a cold build is given up between two pages and throws; the
   * next one begins anew.
   *
   * What was applied stays when the transaction is rolled back. The matcher writes no filters, so all it has read here
   * was committed by others, and a later snapshot shows it too; the next run only goes on above it.
   */
  async apply(em: EntityManager, signal?: AbortSignal): Promise<void> {
    await this.applyThrough(em, await readLogState(em), signal);
  }

  /** The same for a caller who has read the state of the log in this very snapshot. */
  async applyThrough(em: EntityManager, state: LogState, signal?: AbortSignal): Promise<void> {
    if (this.#applied === null || this.#isLost(this.#applied, state)) await this.#rebuild(em, signal);
    else if (this.#applied < state.revision) await this.#catchUp(em, this.#applied, state.revision);
    this.#applied = state.revision;
    this.#trimmedThrough = state.trimmedThrough;
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
      this.#trimmedThrough = (await readLogState(inner)).trimmedThrough;
    });
  }

  /** Whether the log has no way from there: it was trimmed further, or the database was set back to before. */
  #isLost(applied: number, { revision, trimmedThrough }: LogState): boolean {
    return applied < trimmedThrough || applied > revision;
  }

  /** Cold from the first line to the last: one that fails half-way leaves nothing that anybody would match with. */
  async #rebuild(em: EntityManager, signal?: AbortSignal): Promise<void> {
    this.#applied = null;
    this.#index = new MatchIndex();
    this.#owners = new FilterOwners();
    for await (const page of readActiveFilters(em)) {
      signal?.throwIfAborted();
      for (const filter of page) this.#put(filter);
    }
  }

  /** Were it to fail, the next run would go on behind the last page, or read it again, which does no harm. */
  async #catchUp(em: EntityManager, applied: number, through: number): Promise<void> {
    for (let after = applied; after < through; ) {
      const changes = await readChangedFilters(em, after);
      for (const { id, filter } of changes) {
        if (filter?.active) this.#put(filter);
        else this.#remove(id);
      }
      const last = changes.at(-1);
      if (!last) return;
      after = last.revision;
      this.#applied = after;
    }
  }

  #put({ id, userId, activatedRevision, criteria }: StoredFilter): void {
    this.#index.upsert(id, criteria);
    this.#owners.set(id, { userId, activatedRevision });
  }

  #remove(id: number): void {
    this.#index.remove(id);
    this.#owners.remove(id);
  }
}

export async function readLogState(em: EntityManager): Promise<LogState> {
  const [state] = await em.execute<{ revision: string; trimmed: string }[]>(
    'select last_filter_revision() as revision, trimmed_through as trimmed from matcher_state where id = 1',
  );
  return { revision: Number(state?.revision ?? 0), trimmedThrough: Number(state?.trimmed ?? 0) };
}
