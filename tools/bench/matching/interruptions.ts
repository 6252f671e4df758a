import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** What came between while something was measured. */
export interface Interruptions {
  /** Milliseconds that the garbage collector held everything up from `start` on, for so long. */
  readonly collecting: (start: number, ms: number) => number;
  /** How often the system took the processor away from a thread of this process. */
  readonly preemptions: number;
}

interface Pause {
  readonly startTime: number;
  readonly duration: number;
}

/** Pauses are told of later, by turns of the event loop. */
const TOLD_WITHIN_MS = 50;

/** How often the system took the processor away from a thread of this process since it started. */
export function preemptions(): number {
  return process.resourceUsage().involuntaryContextSwitches;
}

/** Watches from now on; the answer ends it. */
export function watchInterruptions(): () => Promise<Interruptions> {
  const pauses: Pause[] = [];
  const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const before = preemptions();
  return async () => {
    const since = preemptions() - before;
    await wait(TOLD_WITHIN_MS);
    observer.disconnect();
    const overlap = ({ startTime, duration }: Pause, start: number, ms: number) =>
      Math.max(0, Math.min(startTime + duration, start + ms) - Math.max(startTime, start));
    return {
      collecting: (start, ms) => pauses.reduce((sum, pause) => sum + overlap(pause, start, ms), 0),
      preemptions: since,
    };
  };
}
