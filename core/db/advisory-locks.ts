/**
 * The advisory locks of the product, in one place so that no two share a key. 727273 is taken, too: the trigger that
 * writes the filter change log holds it until the commit.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates. */
  migration: 727_272,
  /** One process leads; held by the session. */
  leader: 727_274,
  /** One writer a source: first half of a key whose second half names the source. */
  source: 727_275,
} as const;
