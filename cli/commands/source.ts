import type { Command } from 'commander';
import type { CliDeps } from '../deps.ts';
import { CommandError } from '../failures.ts';
import { printRows } from '../output.ts';

const PATIENCE_MS = 30_000;

export function addSourceCommands(program: Command, deps: CliDeps): void {
  program
    .command('source')
    .description('the classifieds site that is read')
    .command('check')
    .description('read the newest list page of the configured source and store nothing')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const source = await deps.createSource();
      if (!source) throw new CommandError('SOURCE is none: there is nothing to check.');
      const page = await source.fetchList(null, AbortSignal.timeout(PATIENCE_MS));
      const found = {
        source: source.id,
        ads: page.ads.length,
        bad_rows: page.badRows.length,
        unknown_values: Object.values(page.unknownValues).reduce((total, count) => total + count, 0),
        with_brand: page.ads.filter((ad) => ad.brand !== null).length,
        with_price: page.ads.filter((ad) => ad.price !== null).length,
      };
      // Which words and rows they are is for who mends the adapter.
      const data = { ...found, unknown: page.unknownValues, bad: page.badRows };
      printRows(deps, options, { data, rows: [found], empty: '' });
    });
}
