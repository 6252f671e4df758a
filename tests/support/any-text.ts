import fc from 'fast-check';

/** Characters that some code deals with apart: they come far more often than by chance. */
const APART = [
  // Of machines and markup.
  ...['\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\u009b', '<', '>', '&', '"', "'", '\\', '%', '$'],
  // Blank, hidden, joining or turning the text.
  ...[' ', '\u00a0', '\u00ad', '\u200b', '\u200d', '\u200f', '\u2028', '\u202e', '\u2066', '\ufe0f', '\ufeff'],
  // Half characters, which make whole ones where they meet.
  ...['\ud800', '\udbff', '\udc00', '\udfff'],
  // With marks, longer in another case, and beyond the 16 bits.
  ...['\u0301', 'ā', 'ß', '\u0130', '\ufb01', '\u0645', '😀', '👨‍👩‍👧', '🇱🇻', '\u{1d7d8}', '\u{e0001}', '\u{10ffff}'],
];

const between = (min: number, max: number) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code));

const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: between(0x20, 0x7e) },
  { weight: 4, arbitrary: fc.constantFrom(...APART) },
  { weight: 3, arbitrary: between(0, 0xffff) },
  { weight: 1, arbitrary: between(0x10000, 0x10ffff) },
);

/**
 * Texts of anything that a text can hold, half characters too, of at most so many such units where a number is given.
 * `unit: 'binary'` of fast-check leaves half characters out, and first builds a table for seconds.
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...(maxLength === undefined ? {} : { maxLength }) });
}
