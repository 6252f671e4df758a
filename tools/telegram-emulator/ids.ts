const epoch = Date.UTC(2026, 0, 1);

/**
 * A first id that is above every id of an earlier run, below 2^31 for years: a service with a lasting database takes
 * an update id it has seen for a repetition, so a restarted emulator must not count from one again.
 */
export function ascendingId(): number {
  return Math.floor((Date.now() - epoch) / 100);
}
