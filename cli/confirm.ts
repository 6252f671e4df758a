import type { CliDeps } from './deps.ts';
import { CommandError } from './failures.ts';
import { plainLine } from './plain-text.ts';

/** Asks before what cannot be undone, unless `--yes` was given; refuses where nobody can answer. */
export async function confirm(deps: CliDeps, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return;
  const answer = await deps.ask(`${plainLine(question)} [y/N] `);
  if (answer === null && !deps.isAttended)
    throw new CommandError('Nobody is here to ask: repeat the command with --yes.');
  if (!answer) throw new CommandError('Nothing was changed.');
}

/** Asks before what can be undone, but only where a person sits at the terminal: a script goes on. */
export async function confirmIfAttended(deps: CliDeps, question: string, yes: boolean | undefined): Promise<void> {
  if (deps.isAttended) await confirm(deps, question, yes);
}
