import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';

interface RestoreOptions {
  readonly yes?: boolean;
  readonly tellMissed?: boolean;
}

export function addRestoreCommand(program: Command, deps: CliDeps): void {
  program
    .command('restore')
    .description('replace what the database holds by a backup; the service must not run')
    .argument('<file>', 'a backup')
    .option('--yes', 'do not ask before a database that is not empty is replaced')
    .option('--tell-missed', 'tell of all that has come since the backup, also what was told already')
    .action(async (file: string, { yes = false, tellMissed = false }: RestoreOptions) => {
      const restored = await withCore(
        deps,
        async ({ backups }) => {
          const { header } = await backups.check(file);
          const { isEmpty, users, ads } = await backups.present();
          const question = `Replace ${users} users and ${ads} ads by the backup of ${header.createdAt}?`;
          if (!isEmpty) await confirm(deps, `${question} This cannot be undone.`, yes);
          return backups.restore(file, { replace: !isEmpty, tellMissed });
        },
        { migrateOnStart: false },
      );
      const { createdAt, rows, expired } = restored;
      deps.print(`The backup of ${createdAt} is restored: ${rows} rows.`);
      if (expired > 0) deps.print(`Messages that waited then and will not be sent: ${expired}.`);
    });
}
