import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  toAsciiLowerCaseTransformer,
} from 'obscenity';

/**
 * Latvian vulgar words without their diacritics. `|` is the edge of a word; what has none is found inside of others, so
 * each of those was looked up for innocent words around it. Doubled letters count as one.
 */
const LATVIAN = [
  '|dirs|',
  '|dirst|',
  '|joban',
  '|kuce|',
  '|peza|',
  '|pisiens',
  '|pist|',
  '|pisties|',
  '|sudi|',
  '|suds|',
  'dirsa',
  'mauka',
  'pidar',
  'pimpi',
  'prostitut',
];

/** Russian vulgar words as they are written in Latin letters, in the spellings that are in use. */
const RUSSIAN = [
  '|blat|',
  '|churka|',
  '|cyka|',
  '|droch',
  '|ebal',
  '|eban',
  '|ebat',
  '|gandon|',
  '|gondon|',
  '|hohol|',
  '|hui|',
  '|huilo|',
  '|huj|',
  '|huja|',
  '|hujn',
  '|huy',
  '|jeban',
  '|jebat',
  '|jopa|',
  '|kurva|',
  '|minet|',
  '|mudil',
  '|nasral|',
  '|pedik|',
  '|pider',
  '|pidr|',
  '|srat|',
  '|suchka|',
  '|suka|',
  '|suki|',
  '|trahat',
  '|yeban',
  '|yebat',
  '|zhid|',
  'bliad',
  'bliat',
  'bljad',
  'bljat',
  'blyad',
  'blyat',
  'dolbaeb',
  'dolboeb',
  'gavno',
  'govno',
  'huesos',
  'kurwa',
  'mudak',
  'nahui',
  'nahuj',
  'nahuy',
  'nasrat',
  'ohuel',
  'ohuen',
  'ohuj',
  'otsos',
  'pidor',
  'pizd',
  'pohui',
  'pohuy',
  'shluh',
  'shlyuh',
  'ubludok',
  'ublyud',
  'xuj',
  'xuy',
  'zaeb',
  'zajeb',
  'zalup',
  'zayeb',
  'zhopa',
];

/** Innocent names and words in which the lists find something; `annal` is `Anna1`. */
const INNOCENT = [
  'annal',
  'assol',
  'cockpit',
  'dickinson',
  'dickson',
  'fk',
  'georgy',
  'huyg',
  'oporn',
  'riddick',
  'semen',
  'slutsk',
  'uporn',
];

/** What the English list looks for inside of words too, although other languages have it in innocent ones. */
const TOO_BROAD: ReadonlySet<string> = new Set(['anal', 'anus', 'bitch', 'chink']);
const INSTEAD = ['|anal|', '|anus|', 'bitch', '|bich|', '|chink|'];

const MATCHERS = [
  new RegExpMatcher({
    ...wordsOf(INSTEAD, new DataSet<{ originalWord: string }>().addAll(englishDataset).removePhrasesIf(isTooBroad)),
    ...englishRecommendedTransformers,
  }),
  new RegExpMatcher({
    ...wordsOf([...LATVIAN, ...RUSSIAN]),
    blacklistMatcherTransformers: [
      toAsciiLowerCaseTransformer(),
      collapseDuplicatesTransformer({ defaultThreshold: 1 }),
    ],
  }),
];

function isTooBroad({ metadata }: { metadata?: { originalWord: string } }): boolean {
  return TOO_BROAD.has(metadata?.originalWord ?? '');
}

function wordsOf(patterns: readonly string[], words = new DataSet<{ originalWord: string }>()) {
  words.addPhrase((phrase) => {
    for (const pattern of patterns) phrase.addPattern(parseRawPattern(pattern));
    for (const innocent of INNOCENT) phrase.addWhitelistedTerm(innocent);
    return phrase;
  });
  return words.build();
}

/** Whether the username, however it is dressed up, holds a vulgar word: `f_u-c_k`, `sh1t`, `5uka`. */
export function isInappropriate(username: string): boolean {
  // A year is a number; the digits of it are no letters.
  const name = username.toLowerCase().replace(/\d{4,}/g, ' ');
  const withoutNumber = name.replace(/\d{2,}$/, '');
  const parts = new Set([...readingsOf(withoutNumber), ...readingsOf(name.replace(/^\d+|\d+$/g, ''))]);
  if ([...parts].some(holdsVulgar)) return true;
  // `Josh17` has a number and `sh17` a word: digits at the end are letters only where all becomes one word by that.
  return name !== withoutNumber && readingsOf(name).some(isVulgarWord);
}

function holdsVulgar(text: string): boolean {
  return MATCHERS.some((matcher) => matcher.hasMatch(text));
}

function isVulgarWord(text: string): boolean {
  return MATCHERS.some((matcher) =>
    matcher.getAllMatches(text).some(({ startIndex, endIndex }) => startIndex === 0 && endIndex === text.length - 1),
  );
}

/** Digits that stand for letters: 1 for two of them, 3 and 4 in Russian for others than in English. */
const LETTERS = { 0: 'o', 3: 'e', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g' };
const ALPHABETS: readonly Readonly<Record<string, string>>[] = [
  { ...LETTERS, 1: 'i', 4: 'a' },
  { ...LETTERS, 1: 'l', 4: 'a' },
  { ...LETTERS, 1: 'i', 3: 'z', 4: 'ch' },
  { ...LETTERS, 1: 'l', 3: 'z', 4: 'ch' },
];

/** The ways to read the text: in one word or in the words that `_` and `-` part, with digits for letters. */
function readingsOf(text: string): string[] {
  return ['', ' '].flatMap((gap) => {
    const words = text.replace(/[_-]/g, gap);
    return ALPHABETS.map((alphabet) => words.replace(/\d/g, (digit) => alphabet[digit] ?? digit));
  });
}
