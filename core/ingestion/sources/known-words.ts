/** How the words of a site for a value begin, folded: lower case, Latin without accents, Cyrillic as it is. */
export type Words<Key> = readonly (readonly [RegExp, Key])[];

/** Lower case, Latin letters without accents; Cyrillic keeps its own, `ё` written as `е`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ё', 'е');
}

/** The key of the first word that is known; `null` when none is. */
export function keyOf<Key>(text: string, words: Words<Key>): Key | null {
  for (const word of fold(text).split(/[\s,;:()/-]+/)) {
    const key = words.find(([pattern]) => pattern.test(word))?.[1];
    if (key !== undefined) return key;
  }
  return null;
}
