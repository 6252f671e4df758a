import { cleanText, countCharacters, foldText } from '#core/contracts/characters.ts';

/** What the server stores at most. */
const MAX_CHARACTERS = 15;
const MAX_UNITS = 60;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first free name for a copy: "Golf 2", then "Golf 3". A name that would get too long loses its end. */
export function copyName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(foldText));
  const stem = stemOf(cleanText(name), keys);
  for (let number = 2; ; number += 1) {
    const candidate = numbered(stem, ` ${number}`);
    if (!keys.has(foldText(candidate))) return candidate;
  }
}

/** "Golf 2" is a copy where there is a "Golf"; the number of an "Audi 80" belongs to its name. */
function stemOf(name: string, keys: ReadonlySet<string>): string {
  const stem = name.replace(/ \d{1,2}$/, '');
  return keys.has(foldText(stem)) ? stem : name;
}

function numbered(stem: string, suffix: string): string {
  const characters = [...CHARACTERS.segment(stem)].map(({ segment }) => segment);
  const isTooLong = (start: string) =>
    countCharacters(start + suffix) > MAX_CHARACTERS || start.length + suffix.length > MAX_UNITS;
  while (isTooLong(characters.join(''))) characters.pop();
  return characters.join('').trimEnd() + suffix;
}
