import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Core } from '#core/context.ts';
import { MatchingService } from '#core/matching/matching-service.ts';
import { watchInterruptions } from '#tools/bench/matching/interruptions.ts';

const NANOSECONDS = 1e6;

export interface ColdStartFigures {
  readonly saved: number;
  readonly active: number;
  readonly ms: number;
  /** The longest that the process answered nobody meanwhile. */
  readonly longestTaskMs: number;
  /** Of the garbage collector, which is part of the tasks. */
  readonly collectingMs: number;
  /** How often the system took the processor away. */
  readonly preemptions: number;
}

/** How long a matcher that knows nothing takes until it can match; the process and the database are warm. */
export async function measureColdStart(core: Core, saved: number): Promise<ColdStartFigures> {
  const { clock, logger, outbox, orm } = core;
  const matching = new MatchingService({ em: orm.em, clock, logger, outbox });
  const ended = watchInterruptions();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await core.run(() => matching.keepWarm());
  const ms = performance.now() - start;
  delay.disable();
  const { collecting, preemptions } = await ended();
  const longestTaskMs = delay.max / NANOSECONDS;
  return { saved, active: matching.state.filters, ms, longestTaskMs, collectingMs: collecting(start, ms), preemptions };
}
