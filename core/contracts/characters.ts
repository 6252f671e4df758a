/** How written text is cleaned, compared and counted: names of filters, reports and comments alike. */

const BLANK = String.raw`[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]`;
/** A run of blanks is tried once, from its start: a long one inside the text must not cost its square. */
const EDGES = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'gu');
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu;
/** Control characters other than tabs and line breaks, and halves of surrogate pairs. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text composed, without blanks or invisible marks at its ends. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(EDGES, '');
}

/** Whether a person would see nothing. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/** Whether the text of several lines holds what neither a database nor a chat can. */
export function hasUnwritable(text: string): boolean {
  return UNWRITABLE.test(text);
}

/** The text in pieces that a person sees as one character each. */
export function charactersOf(text: string): string[] {
  return Array.from(CHARACTERS.segment(text), ({ segment }) => segment);
}

/** What a person sees as one character counts as one. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** Two texts that a person takes for the same fold to the same: case and invisible marks do not tell them apart. */
export function foldText(text: string): string {
  return text.normalize('NFC').replace(IGNORABLE, '').trim().toUpperCase().toLowerCase();
}
