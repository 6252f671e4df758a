import type { Command } from 'commander';
import type { RunCounts } from '#core/ingestion/run-log.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { CommandError } from '../failures.ts';
import { plainJson } from '../plain-text.ts';

interface Options {
  readonly baseline?: boolean;
  readonly json?: boolean;
}

/** The source whose saved pages `replay` reads. */
const REPLAYED_SOURCE = 'ss-lv';

export function addAdCommands(program: Command, deps: CliDeps): void {
  const ads = program.command('ads').description('classified ads');

  stored(ads.command('replay').argument('<paths...>', 'saved list pages: files or folders'))
    .description('read saved list pages as one ingestion run; opens no network connection')
    .action(async (paths: string[], options: Options) => {
      const counts = await withCore(deps, (core) =>
        core.ingestion.importPages(REPLAYED_SOURCE, 'replay', deps.readSavedPages(paths), {
          baseline: options.baseline ?? false,
        }),
      );
      report(deps, counts, options);
    });

  stored(ads.command('import').argument('<file>', 'a file of ads in JSON, one a line'))
    .description('store ads from a file; opens no network connection')
    .action(async (file: string, options: Options) => {
      // With it comes the database's library, for which no other command line waits.
      const { sumCounts } = await import('#core/ingestion/run-log.ts');
      const counts = await withCore(deps, async (core) => {
        let total: RunCounts | null = null;
        for await (const { source, page } of deps.readAdFile(file)) {
          const part = await core.ingestion.importPages(source, 'import', onePage(page), {
            baseline: options.baseline ?? false,
          });
          total = total ? sumCounts(total, part) : part;
        }
        return total;
      });
      if (!counts) throw new CommandError(`${file} holds no ads.`);
      report(deps, counts, options);
    });
}

const stored = (command: Command) =>
  command.option('--baseline', 'ads not known yet notify nobody').option('--json', 'print JSON');

async function* onePage<T>(page: T): AsyncGenerator<T> {
  yield page;
}

function report(deps: CliDeps, counts: RunCounts, options: Options): void {
  if (options.json) {
    deps.print(plainJson(counts));
    return;
  }
  deps.print(
    `${counts.rows} rows: ${counts.stored} stored (${counts.new} new, ${counts.renewed} renewed, ` +
      `${counts.priceDrops} price drops, ${counts.unchanged} unchanged), ${counts.badRows} bad rows, ` +
      `${counts.unknownValues} unknown values.`,
  );
}
