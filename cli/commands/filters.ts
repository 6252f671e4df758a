import type { Command } from 'commander';
import { brandName } from '#core/catalog/brands.ts';
import { ALL } from '#core/catalog/options.ts';
import type { Filter } from '#core/filters/filter.entity.ts';
import { criteriaOf } from '#core/filters/filter-criteria.ts';
import { findUser, parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { UsageError } from '../failures.ts';
import { printRows } from '../output.ts';

interface Options {
  readonly user?: string;
  readonly telegram?: string;
  readonly json?: boolean;
}

export function addFilterCommands(program: Command, deps: CliDeps): void {
  program
    .command('filters')
    .description('saved filters')
    .command('list')
    .description('the filters of a user')
    .option('--user <id>', 'the user’s id')
    .option('--telegram <id>', 'the user’s messaging ID')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const reference = readReference(options);
      const filters = await withCore(deps, async (core) => core.filters.list((await findUser(core, reference)).id));
      printRows(deps, options, {
        data: filters.map(filterJson),
        rows: filters.map(filterRow),
        empty: 'No filters.',
      });
    });
}

function readReference(options: Options) {
  if (options.user !== undefined) return { id: parseId(options.user, 'a user id') };
  if (options.telegram !== undefined) return { telegramId: parseId(options.telegram, 'a messaging ID') };
  throw new UsageError('Name the user: --user <id>, or --telegram <id>.');
}

const filterJson = (filter: Filter) => ({
  id: filter.id,
  filterName: filter.name,
  ...criteriaOf(filter),
  active: filter.active ? 1 : 0,
});

const range = (from: number | null | undefined, to: number | null | undefined) =>
  from == null && to == null ? '' : `${from ?? ''}–${to ?? ''}`;

const filterRow = (filter: Filter) => ({
  id: filter.id,
  name: filter.name,
  active: filter.active ? 'yes' : 'no',
  brand: filter.brand === ALL ? 'all' : brandName(filter.brand),
  models: filter.models.join(', '),
  price: range(filter.priceMin, filter.priceMax),
  year: range(filter.yearMin, filter.yearMax),
});
