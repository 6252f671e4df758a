import type { Command, Option } from 'commander';
import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';
import { commandsIn } from './shell-words.ts';

const OWN_NAME = /(^|\/)vanags$/;

/** Commands of ours that documents name and that the command line would not understand. */
export function cliCommandFaults(documents: readonly MarkdownDocument[], program: Command): Fault[] {
  return documents.flatMap((document) =>
    commandsIn(document).flatMap(({ line, words }) => {
      const own = ownWords(words) ?? subjectWords(program, words);
      const what = own && commandFault(program, own);
      return what ? [{ path: document.path, line, what: `\`vanags ${own.join(' ')}\`: ${what}` }] : [];
    }),
  );
}

/** The words behind `vanags`, `npm run cli --` or `docker compose exec vanags vanags`; null where it is none of ours. */
function ownWords(words: readonly string[]): readonly string[] | null {
  const [program = '', verb] = words;
  if (OWN_NAME.test(program)) return words.slice(1);
  if (program === 'npm' && verb === 'run' && words.includes('cli'))
    return words.slice(words.indexOf('cli') + 1).filter(isNoDash);
  // The service, and what is to run in it.
  const at = words.findIndex((word, index) => word === 'vanags' && /^vanags/.test(words[index - 1] ?? ''));
  return program === 'docker' && at > 0 ? words.slice(at + 1) : null;
}

/** `users list`, as documents name commands beside each other; null where the words are something else. */
function subjectWords(program: Command, words: readonly string[]): readonly string[] | null {
  const subject = program.commands.find((command) => command.name() === words[0]);
  return subject && subject.commands.length > 0 && /^[a-z]/.test(words[1] ?? '') ? words : null;
}

const isNoDash = (word: string) => word !== '--';
/** `"$@"`, `…`: something is to stand there, and nobody knows how many words. */
const isOpen = (word: string) => /^["']?\$|…$|\.\.\.$/.test(word);
const withoutBrackets = (word: string) => word.replace(/^[[("']+|[\])"']+$/g, '');

/** Walks the tree of commands as the words do; runs nothing. */
export function commandFault(program: Command, typed: readonly string[]): string | null {
  const words = typed.map(withoutBrackets).filter(Boolean);
  let command = program;
  let rest = words;
  while (command.commands.length > 0 && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const word = rest[0];
    if (isOpen(word) || /^[A-Z_]+$|^<.*>$/.test(word)) return null;
    const chosen = word.split(/\\?\|/).map((name) => command.commands.find((one) => one.name() === name));
    const [first] = chosen;
    if (!first || chosen.includes(undefined)) {
      if (command.registeredArguments.length > 0) break;
      return `there is no command "${word}"`;
    }
    command = first;
    rest = rest.slice(1);
  }
  return argumentFault(command, rest);
}

function argumentFault(command: Command, words: readonly string[]): string | null {
  let given = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (isOpen(word)) return null;
    if (!word.startsWith('-')) given += 1;
    else {
      const [flag = '', value] = word.split('=');
      if (flag === '--help' || flag === '-h') continue;
      const option = command.options.find((one) => one.long === flag || one.short === flag);
      if (!option) return `there is no option ${flag}`;
      if (takesValue(option) && value === undefined) at += 1;
    }
  }
  const isVariadic = command.registeredArguments.some((argument) => argument.variadic);
  return given > command.registeredArguments.length && !isVariadic ? 'there is a word too many' : null;
}

const takesValue = (option: Option) => option.required || option.optional;
