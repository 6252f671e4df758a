export const CODE_DIGITS = 6;

/** The digits of a code as it was typed or pasted, with blanks or other signs between them. */
export function digitsOf(written: string): string {
  return written.replace(/\D/g, '').slice(0, CODE_DIGITS);
}
