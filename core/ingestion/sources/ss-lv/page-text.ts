import type { CheerioAPI } from 'cheerio';

export type Selection = ReturnType<CheerioAPI>;

const LINE_END = '\u2028';
/** Far beyond any fact, headline or beginning of a story; the rest of a longer text is not read. */
const MAX_LENGTH = 5000;

/** The text of an element in the lines that are shown: `<br>` ends one, any other white space is a single space. */
export function linesOf(element: Selection): string {
  const copy = element.clone();
  copy.find('br').replaceWith(LINE_END);
  return copy
    .text()
    .slice(0, MAX_LENGTH)
    .split(LINE_END)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
