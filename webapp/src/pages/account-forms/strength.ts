/** In the order of the parts that a meter of four shows. */
const WORDS = ['weak', 'fair', 'good', 'strong'] as const;

export interface Strength {
  /** 1 to 4. */
  readonly level: number;
  readonly word: (typeof WORDS)[number];
}

/**
 * The strength in words.
 * @param score how long it would be guessed, 0 to 4, as zxcvbn counts.
 * @param isAllowed a password that will be refused is weak, whatever else it is.
 */
export function strengthOf(score: number, isAllowed: boolean): Strength {
  const level = isAllowed ? Math.min(Math.max(score, 1), WORDS.length) : 1;
  return { level, word: WORDS[level - 1] ?? 'weak' };
}
