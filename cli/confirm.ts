import type { CliDeps } from './deps.ts';
import { CommandError } from './output.ts';

/** Asks before something that matters is done, unless `--yes` was given; refuses where nobody can answer. */
export async function confirm(deps: CliDeps, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return;
  const answer = await deps.ask(`${question} [y/N] `);
  if (answer === null) throw new CommandError('Nobody is here to ask: repeat the command with --yes.');
  if (!answer) throw new CommandError('Nothing was changed.');
}
