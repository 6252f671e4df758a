import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdService } from '../ads/ad-service.ts';
import { Source } from './source.entity.ts';

/** When a page of the source was stored last. */
export type StoredAt = Source['lastSuccessAt'];

/** What is read of a source, as the database has it now. */
export function readState(em: EntityManager, sourceId: string): Promise<Source> {
  return em.findOneOrFail(Source, sourceId, { refresh: true });
}

/**
 * Whether nobody has stored a page since the state was read. A process that stood still with a page in hand would else
 * put an older price in the place of a newer one, which is then told a second time.
 */
export function isUntouched({ lastSuccessAt }: Source, storedAt: StoredAt): boolean {
  return (lastSuccessAt?.getTime() ?? null) === (storedAt?.getTime() ?? null);
}

/** Starts without entities: those of a transaction that failed are not to be written by the next one. */
export function inTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(work, { clear: true });
}

/** A transaction in which nobody else stores pages of the source; what `work` changes of its state is written. */
export function holdingSource<T>(
  { em: outer, ads }: { readonly em: EntityManager; readonly ads: AdService },
  sourceId: string,
  work: (em: EntityManager, state: Source) => Promise<T>,
): Promise<T> {
  return inTransaction(outer, async (em) => {
    await ads.lock(em, sourceId);
    return work(em, await readState(em, sourceId));
  });
}
