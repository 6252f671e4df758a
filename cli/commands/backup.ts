import type { Command } from 'commander';
import { parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows, type Shown } from '../output.ts';
import { plainJson } from '../plain-text.ts';

interface TakeOptions extends Shown {
  readonly keep?: string;
}

/** A backup says what is there: it changes no schema on its way. */
const AS_IT_IS = { migrateOnStart: false };

const MILLION = 1_000_000;

export function addBackupCommands(program: Command, deps: CliDeps): void {
  const backup = program
    .command('backup')
    .description('write everything that is kept into one file, beside a running service')
    .enablePositionalOptions()
    .argument('<path>', 'a new file, or a folder, in which it is named by the time')
    .option('--keep <n>', 'delete the older backups of this folder but the newest n')
    .option('--json', 'print JSON')
    .action(async (path: string, options: TakeOptions) => {
      const keep = options.keep === undefined ? undefined : parseId(options.keep, 'a number of backups');
      const taken = await withCore(
        deps,
        (core) => core.backups.take(path, keep === undefined ? {} : { keep }),
        AS_IT_IS,
      );
      const { file, bytes, rows, dropped } = taken;
      if (options.json) deps.print(plainJson({ file, bytes, rows, dropped }));
      else deps.print([`${file}: ${sum(rows)} rows, ${megabytes(bytes)}.`, ...dropped.map(gone)].join('\n'));
    });

  backup
    .command('check')
    .description('read a backup to its end and say what it holds')
    .argument('<file>', 'a backup')
    .option('--json', 'print JSON')
    .action(async (file: string, options: Shown) => {
      const { header, rows } = await withCore(deps, (core) => core.backups.check(file), AS_IT_IS);
      const data = { created_at: header.createdAt, migrations: header.migrations, rows };
      const tables = Object.entries(rows).map(([table, count]) => ({ table, rows: count }));
      if (!options.json) deps.print(`${file} is whole: of ${header.createdAt}, ${sum(rows)} rows.`);
      printRows(deps, options, { data, rows: tables, empty: '' });
    });
}

const sum = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((total, count) => total + count, 0);
const megabytes = (bytes: number) => `${(bytes / MILLION).toFixed(1)} MB`;
const gone = (name: string) => `${name} is deleted.`;
