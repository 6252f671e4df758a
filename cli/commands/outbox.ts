import type { Command } from 'commander';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows } from '../output.ts';

export function addOutboxCommands(program: Command, deps: CliDeps): void {
  const outbox = program.command('outbox').description('messages on their way');

  outbox
    .command('status')
    .description('how many messages are in which state')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const counts = await withCore(deps, (core) => core.outbox.counts());
      printRows(deps, options, { data: counts, rows: [{ ...counts }], empty: '' });
    });

  outbox
    .command('retry')
    .description('send again what was given up as dead')
    .action(async () => {
      const retried = await withCore(deps, (core) => core.outbox.retryDead({}));
      deps.print(retried === 0 ? 'No dead messages.' : `${retried} messages will be tried again.`);
    });
}
