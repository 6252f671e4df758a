/** One entry of a list to choose from. */
export interface Choice {
  readonly key: string;
  readonly name: string;
  /** Other spellings under which it is found. */
  readonly spellings?: readonly string[];
  /** At the end of its row, in the colour of hints. */
  readonly note?: string;
  /** Key of the paint that is shown before the name. */
  readonly color?: string;
}

export interface ChoiceGroup {
  readonly key: string;
  /** Heading; null for entries that need none. */
  readonly title: string | null;
  /** Other spellings of the heading. */
  readonly spellings?: readonly string[];
  readonly choices: readonly Choice[];
  /** Radio buttons of one set exclude one another; an entry that stands in two sets is chosen in both. */
  readonly set?: string;
}

/** Words without case, accents and punctuation; letters and digits are words of their own: `C220` is "c", "220". */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Whether the text has the query at its beginning or at that of one of its words; blanks do not count ("cr v"). */
export function isFound(text: string, query: string): boolean {
  const sought = wordsOf(query).join('');
  const words = wordsOf(text);
  return sought === '' || words.some((_, at) => words.slice(at).join('').startsWith(sought));
}

/** The groups with what is found of them; all of a group whose heading begins with the query. */
export function searchGroups(groups: readonly ChoiceGroup[], query: string): ChoiceGroup[] {
  return groups.flatMap((group) => {
    const choices = isNamed(group, query) ? group.choices : group.choices.filter((choice) => isMeant(choice, query));
    return choices.length === 0 ? [] : [{ ...group, choices }];
  });
}

function isNamed({ title, spellings = [] }: ChoiceGroup, query: string): boolean {
  const sought = wordsOf(query).join('');
  return [title ?? '', ...spellings].some((text) => wordsOf(text).join('').startsWith(sought));
}

function isMeant({ name, spellings = [] }: Choice, query: string): boolean {
  return [name, ...spellings].some((text) => isFound(text, query));
}
