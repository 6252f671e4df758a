import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';

/** Words in capitals with a line between them, alone or with a value: `LOG_LEVEL`, `LOG_LEVEL=debug`. */
const NAME = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$/;
/** Names of one word are told from others by their value: `ROLE=web`. */
const ASSIGNED = /^([A-Z]{3,}[A-Z0-9_]*)=/;

/** Names in the form of a setting that no schema and no source of ours knows. */
export function settingNameFaults(documents: readonly MarkdownDocument[], known: (name: string) => boolean): Fault[] {
  return documents.flatMap(({ path, spans, shellLines }) =>
    [...spans, ...shellLines.flatMap(assignments)].flatMap(({ line, text }) => {
      const name = NAME.exec(text)?.[1] ?? ASSIGNED.exec(text)?.[1];
      return name === undefined || known(name) ? [] : [{ path, line, what: `there is no setting ${name}` }];
    }),
  );
}

/** The variables that a line of a shell sets before a command. */
function assignments({ line, text }: { readonly line: number; readonly text: string }) {
  return text
    .split(/\s+/)
    .filter((word) => ASSIGNED.test(word))
    .map((word) => ({ line, text: word }));
}
