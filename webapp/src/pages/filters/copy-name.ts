import { charactersOf, cleanText, countCharacters } from '#core/contracts/characters.ts';
import { filterNameKey, MAX_NAME_CHARACTERS, MAX_NAME_UNITS } from '#core/contracts/filter-name.ts';

/** The first free name for a copy: "Golf 2", then "Golf 3". A name that would get too long loses its end. */
export function copyName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(filterNameKey));
  const stem = stemOf(cleanText(name), keys);
  for (let number = 2; ; number += 1) {
    const candidate = numbered(stem, ` ${number}`);
    if (!keys.has(filterNameKey(candidate))) return candidate;
  }
}

/** "Golf 2" is a copy where there is a "Golf"; the number of an "Audi 80" belongs to its name. */
function stemOf(name: string, keys: ReadonlySet<string>): string {
  const stem = name.replace(/ \d{1,2}$/, '');
  return keys.has(filterNameKey(stem)) ? stem : name;
}

function numbered(stem: string, suffix: string): string {
  const characters = charactersOf(stem);
  const isTooLong = (start: string) =>
    countCharacters(start + suffix) > MAX_NAME_CHARACTERS || start.length + suffix.length > MAX_NAME_UNITS;
  while (isTooLong(characters.join(''))) characters.pop();
  return characters.join('').trimEnd() + suffix;
}
