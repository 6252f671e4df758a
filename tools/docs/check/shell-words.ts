import type { MarkdownDocument } from './document.ts';

/** One simple command of a document, in words. */
export interface ShellCommand {
  readonly line: number;
  readonly words: readonly string[];
}

/** What parts one command from the next. An `a|b` without spaces is a choice of words. */
const SEPARATOR = /\s*(?:&&|\|\||;|<\(|\$\(|\)|\s\|\s|\s>|`)\s*/;

/** Every command that a document gives to type, in code spans and in shell blocks. */
export function commandsIn({ spans, shellLines }: MarkdownDocument): ShellCommand[] {
  return [...joined(shellLines), ...spans].flatMap(({ line, text }) =>
    withoutComment(text)
      .split(SEPARATOR)
      .map((part) => ({ line, words: plainWords(part) }))
      .filter(({ words }) => words.length > 0),
  );
}

/** Lines that a backslash continues count as one. */
function joined(lines: MarkdownDocument['shellLines']): { line: number; text: string }[] {
  const whole: { line: number; text: string }[] = [];
  let open = false;
  for (const { line, text } of lines) {
    const last = whole.at(-1);
    const part = text.replace(/\\$/, '');
    if (open && last) last.text += part;
    else whole.push({ line, text: part });
    open = text.endsWith('\\');
  }
  return whole;
}

const withoutComment = (text: string) => text.replace(/(^|\s)#.*$/, '');

/** What stands before a command: the prompt, variables, `sudo` with its options. */
const BEFORE = /^(?:\$\s+)?(?:[A-Za-z_]\w*=\S*\s+)*(?:sudo\s+(?:-u\s+\S+\s+|-\S+\s+)*)?/;

const plainWords = (command: string) => command.trim().replace(BEFORE, '').split(/\s+/).filter(Boolean);
