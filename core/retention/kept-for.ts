import { GUESS_WINDOW_MS } from '../auth/guess-limiter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long rows are kept, by table; what is not here goes with its user, or is no more than a few rows. Users are told
 * these lengths on the page about privacy and by the bot, operators in docs/operations.md.
 */
export const KEPT_FOR_MS = {
  /**
   * Since it was last seen: by then an ad has been off the market for months, and no price is compared with it. Prices,
   * events, hidden marks and its alerts go with it.
   */
  ads: 180 * DAY_MS,
  /** Since the end of a message that is no alert: told, or no longer worth it. As long as somebody may ask what was said. */
  notifications: 180 * DAY_MS,
  /** Since its beginning: a season of runs shows whether a source gets slower. */
  ingestion_runs: 180 * DAY_MS,
  /** Since the deed: whoever asks what an administrator did, or who knocked at the door, may ask late. */
  admin_audit: 2 * 365 * DAY_MS,
  /** Since it was handled: Telegram offers an update again for a day. */
  processed_updates: 48 * HOUR_MS,
  /** Since its end, which `SessionService` decides: it opens nothing any more. */
  sessions: 0,
  /** Since its end: so long a page that still waits hears that its log-in is over. */
  login_links: 10 * MINUTE_MS,
  /** Since its end: nothing is carried out after it. */
  verifications: 0,
  /** Since the deletion of the account, or as long as launch data count where that is longer: then none is left to refuse. */
  deleted_accounts: 48 * HOUR_MS,
  /** Since the first guess: a new count begins then. */
  guess_limits: GUESS_WINDOW_MS,
  /** Since its last step: nobody goes on with a conversation of yesterday. */
  conversation_states: 24 * HOUR_MS,
} as const;

/** A table of which rows are deleted in time. */
export type KeptTable = keyof typeof KEPT_FOR_MS;

/** What was of this time or before it is to go. */
export function keptSince(table: KeptTable, now: Date): Date {
  return new Date(now.getTime() - KEPT_FOR_MS[table]);
}
