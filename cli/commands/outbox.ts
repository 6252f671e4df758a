import type { Command } from 'commander';
import { parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows, type Shown } from '../output.ts';

/** More are the same fault many times. */
const DEAD_SHOWN = 100;

export function addOutboxCommands(program: Command, deps: CliDeps): void {
  const outbox = program.command('outbox').description('messages on their way');

  outbox
    .command('status')
    .description('how many messages are in which state')
    .option('--json', 'print JSON')
    .action(async (options: Shown) => {
      const counts = await withCore(deps, (core) => core.outbox.counts());
      printRows(deps, options, { data: counts, rows: [{ ...counts }], empty: '' });
    });

  outbox
    .command('dead')
    .description(`what was given up, and why: the last ${DEAD_SHOWN}`)
    .option('--json', 'print JSON')
    .action(async (options: Shown) => {
      const dead = await withCore(deps, (core) => core.outbox.dead(DEAD_SHOWN));
      const rows = dead.map(({ kind, subjectId, userId, dueAt, error }) => ({
        ...{ kind, subject: subjectId, user_id: userId, due_at: dueAt.toISOString(), error },
      }));
      printRows(deps, options, { rows, empty: 'No dead messages.' });
    });

  outbox
    .command('retry')
    .description('send again what was given up as dead')
    .option('--user <id>', 'only what is for this user')
    .action(async ({ user }: { user?: string }) => {
      const which = user === undefined ? {} : { userId: parseId(user, 'a user id') };
      const retried = await withCore(deps, (core) => core.outbox.retryDead(which));
      const messages = retried === 1 ? '1 message' : `${retried} messages`;
      deps.print(retried === 0 ? 'No dead messages.' : `${messages} will be tried again.`);
    });
}
