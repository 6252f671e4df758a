import type { Clock } from '#core/clock.ts';

export interface TestClock extends Clock {
  advance(ms: number): void;
  set(time: string | Date): void;
}

/** A clock that stands still until the test moves it. */
export function createTestClock(start: string | Date = '2026-11-20T12:00:00Z'): TestClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
    set(time) {
      now = new Date(time).getTime();
    },
  };
}
