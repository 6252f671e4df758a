import type { Command } from 'commander';
import { parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows } from '../output.ts';

interface Options {
  readonly filter: string;
  readonly ad: string;
  readonly json?: boolean;
}

export function addMatchCommands(program: Command, deps: CliDeps): void {
  program
    .command('match')
    .description('why an ad matches a filter')
    .command('explain')
    .description('field by field: what the filter asks and what the ad says')
    .requiredOption('--filter <id>', 'the filter’s id')
    .requiredOption('--ad <id>', 'the ad’s id')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const filterId = parseId(options.filter, 'a filter id');
      const adId = parseId(options.ad, 'an ad id');
      const checks = await withCore(deps, (core) => core.matching.explain(filterId, adId));
      const matches = checks.every((check) => check.ok);
      const verdict = matches ? 'The ad matches.' : 'The ad does not match.';
      printRows(deps, options, { data: { matches, checks }, rows: checks, empty: '' });
      if (!options.json) deps.print(verdict);
    });
}
