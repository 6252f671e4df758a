import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { BASH_SCRIPT } from './completion-bash.ts';
import type { CliDeps } from './deps.ts';
import { UsageError } from './failures.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

const DESCRIPTION = 'print the script that completes commands in a shell';

/** The answer that leaves the word to the shell, which knows its files. */
const LEFT_TO_THE_SHELL = ':0';

const EXAMPLES = `
Examples:
  source <(vanags complete bash)        for this session
  vanags complete fish > ~/.config/fish/completions/vanags.fish`;

/**
 * Adds the command that prints the script for a shell. Such a script asks `vanags complete -- <words>` at each Tab.
 * @returns what answers that question, with the words behind the `--`; it prints by itself.
 */
export function addCompletion(program: Command, deps: CliDeps): (typed: readonly string[]) => void {
  const suggestions = tab(program);
  const command = program.commands.find((one) => one.name() === 'complete');
  command
    ?.description(DESCRIPTION)
    .usage(SHELLS.join('|'))
    .addHelpText('after', EXAMPLES)
    .action((shell?: string) => {
      if (!shell || !SHELLS.includes(shell)) throw new UsageError(`Name a shell: ${SHELLS.join(', ')}.`);
      if (shell === 'bash') deps.print(BASH_SCRIPT);
      else suggestions.setup(program.name(), program.name(), shell);
    });
  suggestions.command('complete', DESCRIPTION).argument('shell', (complete) => {
    for (const shell of SHELLS) complete(shell, '');
  });
  return (typed) => {
    if (namesFile(typed)) deps.print(LEFT_TO_THE_SHELL);
    else suggestions.parse(withUserInPlace(typed));
  };
}

/** Whether the last word is a file: behind `ads import`, `ads replay`, `backup` and `restore`. */
function namesFile(typed: readonly string[]): boolean {
  const command = typed.slice(0, typed[0] === 'ads' ? 2 : 1);
  const isAsked = typed.length > command.length && !typed.at(-1)?.startsWith('-');
  return isAsked && /^(ads (import|replay)|backup|restore)$/.test(command.join(' '));
}

/** `--telegram 5001` names the user as an id does, so that the next word is the same: the role. */
function withUserInPlace(typed: readonly string[]): string[] {
  const at = typed.indexOf('--telegram');
  return at >= 0 && at < typed.length - 2 ? typed.toSpliced(at, 1) : [...typed];
}
