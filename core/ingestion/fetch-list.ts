import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type AdSource, type ListPage, SourceError } from './ad-source.ts';
import { addFailure, type Run } from './run-log.ts';
import { inTransaction } from './source-state.ts';
import { readablePage } from './storable-ad.ts';

interface FetchDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The list page at a cursor; null: the source may not be asked now. Notes what the source throws, and throws it. */
export async function fetchList(
  deps: FetchDeps,
  source: AdSource,
  { cursor, run, signal }: { readonly cursor: string | null; readonly run: Run; readonly signal: AbortSignal },
): Promise<ListPage | null> {
  try {
    return readablePage(await source.fetchList(cursor, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    await noteFailure(deps, run, error);
    if (error instanceof SourceError && error.failure === 'refused') return null;
    throw error;
  }
}

/** Writes down that a run failed. */
export async function noteFailure({ em: outer, clock, logger }: FetchDeps, run: Run, error: unknown): Promise<void> {
  const failure = error instanceof SourceError ? error.failure : 'unknown';
  const note = { err: error, source: run.source, kind: run.kind };
  if (failure === 'layout') logger.error({ ...note, alarm: 'source.layout' }, 'the layout of the source changed');
  else logger.warn(note, 'source not read');
  const message = error instanceof Error ? error.message : String(error);
  await inTransaction(outer, (em) => addFailure(em, run, `${failure}: ${message}`, clock.now()));
}
