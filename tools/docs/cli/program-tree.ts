import type { Command } from 'commander';
import { addCompletion } from '#cli/completion.ts';
import type { CliDeps } from '#cli/deps.ts';
import { createProgram } from '#cli/program.ts';

/** Commands are described here and parsed, never run: nothing they need is there. */
const NOTHING = new Proxy({} as CliDeps, {
  get: (_deps, name) => () => {
    throw new Error(`a command that is only described asked for ${String(name)}`);
  },
});

/** The whole command line, to be read. */
export function programTree(): Command {
  const program = createProgram(NOTHING);
  addCompletion(program, NOTHING);
  return program;
}

/** Commands that do something, in the order of the help; one that takes a word does so beside those below it. */
export function commandsOf(command: Command): Command[] {
  const below = command.commands.flatMap(commandsOf);
  return below.length === 0 || command.registeredArguments.length > 0 ? [command, ...below] : below;
}

/** `users list`, without the name of the program. */
export function pathOf(command: Command): string {
  const above = command.parent ? pathOf(command.parent) : '';
  return command.parent ? `${above} ${command.name()}`.trim() : '';
}
