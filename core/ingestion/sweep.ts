import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdService } from '../ads/ad-service.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AdSource, ListPage } from './ad-source.ts';
import { fetchList } from './fetch-list.ts';
import type { IngestionTally } from './ingestion-tally.ts';
import { addToRun, type Run, type RunCounts } from './run-log.ts';
import type { Source } from './source.entity.ts';
import { holdingSource, isUntouched, readState } from './source-state.ts';
import { storeListPage } from './store-list-page.ts';

interface SweepDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly ads: AdService;
  readonly logger: Logger;
  readonly tally: IngestionTally;
}

const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Whether it is time for a sweep, and none is under way. */
export function isSweepDue({ sweepStartedAt, lastSweepAt }: Source, now: Date): boolean {
  if (sweepStartedAt) return false;
  return !lastSweepAt || now.getTime() - lastSweepAt.getTime() >= SWEEP_INTERVAL_MS;
}

/** Reads so many of the next pages of a sweep that is under way; answers whether it goes on at once. */
export async function continueSweep(
  deps: SweepDeps,
  source: AdSource,
  { pages, signal }: { readonly pages: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let read = 0; read < pages; read++) {
    const state = await readState(deps.em, source.id);
    const isSweeping = state.sweepStartedAt || !state.baselineCompletedAt;
    if (!isSweeping || !(await sweepPage(deps, source, state, signal))) return false;
    if (signal.aborted) break;
  }
  return true;
}

/** Reads the page at the sweep's cursor; answers whether the sweep goes on at once. */
async function sweepPage(deps: SweepDeps, source: AdSource, seen: Source, signal: AbortSignal): Promise<boolean> {
  const { cursor = null, sweepStartedAt, lastSuccessAt } = seen;
  const startedAt = sweepStartedAt ?? deps.clock.now();
  const run: Run = { id: null, source: source.id, kind: 'sweep', startedAt };
  const page = await fetchList(deps, source, { cursor, run, signal });
  if (!page || page.notModified) return false;
  const stored = await holdingSource(deps, source.id, async (em, state) => {
    const isMoved = state.cursor !== cursor || state.sweepStartedAt?.getTime() !== sweepStartedAt?.getTime();
    if (isMoved || !isUntouched(state, lastSuccessAt)) return null;
    const events = state.baselineCompletedAt ? 'held' : 'none';
    const counts = await storeListPage(deps, em, page, { run, previous: null, events });
    await advanceSweep(deps, em, state, { sweep: run, page, counts });
    return counts;
  });
  if (stored) deps.tally.add(source.id, stored);
  return stored === null || page.next !== null;
}

/** Moves the cursor past a page that was stored in the same transaction; past the last one the sweep is complete. */
export async function advanceSweep(
  { clock, ads, logger }: SweepDeps,
  em: EntityManager,
  state: Source,
  { sweep, page, counts }: { readonly sweep: Run; readonly page: ListPage; readonly counts: RunCounts },
): Promise<void> {
  const now = clock.now();
  const isLast = page.next === null;
  state.lastSuccessAt = now;
  state.cursor = page.next;
  state.sweepStartedAt = isLast ? null : sweep.startedAt;
  await addToRun(em, sweep, counts, isLast ? now : null);
  if (!isLast) return;
  state.lastSweepAt = sweep.startedAt;
  state.baselineCompletedAt ??= now;
  await ads.endSweep(em, state.id, sweep.startedAt);
  logger.info({ source: state.id, startedAt: sweep.startedAt }, 'sweep complete');
}
