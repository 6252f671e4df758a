/** Codes of the network and of PostgreSQL that mean: nobody answers there at the moment. */
const AWAY_CODE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08|57P0|53300)/;
/** What the driver says without a code. */
const AWAY_MESSAGE = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

/** Whether an error means that the database cannot be reached, so that the same request, or update, may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(error.message) || isDatabaseAway(error.cause);
}
