import { Command } from 'commander';
import { addAdCommands } from './commands/ads.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCatalogCommands } from './commands/catalog.ts';
import { addConfigCommands } from './commands/config.ts';
import { addFeedbackCommands } from './commands/feedback.ts';
import { addFilterCommands } from './commands/filters.ts';
import { addMatchCommands } from './commands/match.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOutboxCommands } from './commands/outbox.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addProblemCommands } from './commands/problems.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addSourceCommands } from './commands/source.ts';
import { addUserCommands } from './commands/users.ts';
import { addCompletion } from './completion.ts';
import type { CliDeps } from './deps.ts';
import { EXIT, explainFailure } from './failures.ts';
import { plainLine, plainLines } from './plain-text.ts';

/** The whole command line. Nothing is opened before a command runs. */
export function createProgram(deps: CliDeps): Command {
  const program = new Command('vanags')
    .description('Looks after a Vanags service: users, filters, ads, messages.')
    // Options belong to the command that they stand behind.
    .enablePositionalOptions()
    .showHelpAfterError('(vanags --help lists the commands)');
  addUserCommands(program, deps);
  addProblemCommands(program, deps);
  addPlanCommands(program, deps);
  addFeedbackCommands(program, deps);
  addAuditCommands(program, deps);
  addFilterCommands(program, deps);
  addAdCommands(program, deps);
  addMatchCommands(program, deps);
  addCatalogCommands(program, deps);
  addOutboxCommands(program, deps);
  addSourceCommands(program, deps);
  addMigrateCommand(program, deps);
  addBackupCommands(program, deps);
  addRestoreCommand(program, deps);
  addConfigCommands(program, deps);
  return program;
}

/** Every command answers errors by throwing and writes where the caller wants. */
function settle(command: Command, deps: CliDeps): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => deps.print(text.trimEnd()),
    writeErr: (text) => deps.printError(plainLines(text.trimEnd())),
  });
  for (const child of command.commands) settle(child, deps);
}

/** Runs one command line (without the program's name); answers the exit code. */
export async function runCommand(deps: CliDeps, words: readonly string[]): Promise<number> {
  try {
    const program = createProgram(deps);
    const suggest = addCompletion(program, deps);
    settle(program, deps);
    if (words.length === 0) {
      deps.printError(program.helpInformation().trimEnd());
      return EXIT.usage;
    }
    if (words[0] === 'complete' && words[1] === '--') suggest(words.slice(2));
    else await program.parseAsync(words, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return reportFailure(deps, error);
  }
}

/** Says in plain lines what went wrong; answers the exit code. */
export function reportFailure({ printError }: Pick<CliDeps, 'printError'>, error: unknown): number {
  const { lines, exitCode } = explainFailure(error);
  for (const line of lines) printError(plainLine(line));
  return exitCode;
}
