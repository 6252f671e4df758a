const MINUTE_MS = 60_000;
const MISSED_POLLS = 3;

/**
 * A page shows silence to whoever looks for it, soon; a message, which calls somebody, waits until a source that was
 * away for a while has had its time to come back.
 */
const LEAST_MS = { page: 5 * MINUTE_MS, message: 15 * MINUTE_MS } as const;

/** For how long a source may go unread before it is called silent there: three polls, but never less than the least. */
export function sourcePatienceMs(intervalS: number, place: keyof typeof LEAST_MS): number {
  return Math.max(LEAST_MS[place], MISSED_POLLS * intervalS * 1000);
}
