import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageCounts } from '../ads/ad-page.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { keptSince } from '../retention/kept-for.ts';
import { IngestionRun, type RunKind } from './ingestion-run.entity.ts';

/** What a run over list pages found. */
export interface RunCounts extends PageCounts {
  /** Rows that were read, bad ones included. */
  readonly rows: number;
  readonly badRows: number;
  /** Values without a key of ours. */
  readonly unknownValues: number;
}

export const NO_COUNTS: RunCounts = {
  rows: 0,
  stored: 0,
  new: 0,
  renewed: 0,
  priceDrops: 0,
  unchanged: 0,
  badRows: 0,
  unknownValues: 0,
};

/** A run under way; it has an id as soon as its row is written. */
export interface Run {
  id: number | null;
  readonly source: string;
  readonly kind: RunKind;
  readonly startedAt: Date;
}

export function sumCounts(a: Partial<RunCounts>, b: RunCounts): RunCounts {
  const keys = Object.keys(NO_COUNTS) as (keyof RunCounts)[];
  return Object.fromEntries(keys.map((key) => [key, (a[key] ?? 0) + b[key]])) as unknown as RunCounts;
}

/** The row of a run; that of a sweep goes on through many polls and is found by its beginning. */
async function rowOf(em: EntityManager, run: Run): Promise<IngestionRun> {
  const { id, source, kind, startedAt } = run;
  const where = id === null ? (kind === 'sweep' ? { source, kind, startedAt } : null) : { id };
  const found = where && (await em.findOne(IngestionRun, where, { refresh: true }));
  return found ?? em.create(IngestionRun, { source, kind, startedAt, counts: { ...NO_COUNTS } });
}

/** Adds a page's counts to the run, inside the transaction that stores the page. */
export async function addToRun(em: EntityManager, run: Run, counts: RunCounts, finishedAt: Date | null): Promise<void> {
  const row = await rowOf(em, run);
  Object.assign(row, { counts: { ...row.counts, ...sumCounts(row.counts, counts) }, finishedAt, error: null });
  await em.flush();
  run.id = row.id;
}

/** Notes a failure. One that repeats itself, poll after poll, is counted in the row it has already. */
export async function addFailure(em: EntityManager, run: Run, error: string, at: Date): Promise<void> {
  const { source, kind } = run;
  const [last] = await em.find(IngestionRun, { source, kind }, { orderBy: { id: 'desc' }, limit: 1, refresh: true });
  const row = run.id === null && last?.error === error ? last : await rowOf(em, run);
  const failures = (row.counts.failures ?? 0) + 1;
  const goesOn = kind === 'sweep' || row.finishedAt === null;
  Object.assign(row, { counts: { ...row.counts, failures }, finishedAt: goesOn ? null : at, error });
  await em.flush();
  run.id = row.id;
}

/** Whether a pass over the newest pages stored some of them and never got to its end. */
export async function isPassCutShort(em: EntityManager, source: string): Promise<boolean> {
  return (await em.count(IngestionRun, { source, kind: 'incremental', finishedAt: null })) > 0;
}

/** A pass has got to its end, and with it those before that did not: what kept them from it is over. */
export async function endPasses(em: EntityManager, source: string, at: Date): Promise<void> {
  const unfinished = { source, kind: 'incremental', finishedAt: null } as const;
  await em.nativeUpdate(IngestionRun, unfinished, { finishedAt: at, error: null });
}

/** Deletes a batch of the runs that are of no use to anybody any more; answers how many. */
export function forgetOldRuns(em: EntityManager, now: Date): Promise<number> {
  return deleteBatch(em, {
    table: 'ingestion_runs',
    key: ['id'],
    where: 'started_at <= ?',
    values: [keptSince('ingestion_runs', now)],
  });
}
