import type { Command } from 'commander';
import { type CliDeps, withCore } from '../deps.ts';

export function addMigrateCommand(program: Command, deps: CliDeps): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => {
      const applied = await withCore(deps, (core) => core.migrate(), { migrateOnStart: false });
      deps.print(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
    });
}
