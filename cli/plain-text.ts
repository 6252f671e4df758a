import { charactersOf } from '#core/contracts/characters.ts';

/** Characters that a terminal obeys instead of showing them, and marks that turn the direction of reading. */
const OBEYED = String.raw`\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069`;
const OBEYED_BY_TERMINALS = new RegExp(`[${OBEYED}]`, 'gu');
const OBEYED_IN_JSON = new RegExp(`(?!\\n)[${OBEYED}]`, 'gu');
const SHOWN_INSTEAD = '\ufffd';

/** Somebody's text in one line that only shows itself: a name must not move the cursor or colour the screen. */
export function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(OBEYED_BY_TERMINALS, SHOWN_INSTEAD);
}

/** The same for a text whose lines are kept. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replaceAll('\t', '  ').replace(OBEYED_BY_TERMINALS, SHOWN_INSTEAD))
    .join('\n');
}

/** The start of a text in one plain line of at most so many characters, the ellipsis among them. */
export function startOf(text: string, most: number): string {
  const characters = charactersOf(plainLine(text));
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** JSON that reads back as the same value, with everything escaped that a terminal would obey. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(OBEYED_IN_JSON, escaped);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** How "yes" and "no" look in a table: as signs where the terminal's language says that it can show them. */
export function signsOf({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>) {
  const isUnicode = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
  return isUnicode ? { yes: '✓', no: '✗' } : { yes: 'yes', no: 'no' };
}
