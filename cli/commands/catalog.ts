import type { Command } from 'commander';
import { BRANDS, findBrand, groupsOf, modelsOf } from '#core/catalog/brands.ts';
import type { CliDeps } from '../deps.ts';
import { CommandError } from '../failures.ts';
import { printRows } from '../output.ts';

export function addCatalogCommands(program: Command, deps: CliDeps): void {
  const catalog = program.command('catalog').description('makes and models the product knows');

  catalog
    .command('brands')
    .description('all makes')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const rows = BRANDS.map(({ key, name, models, groups }) => ({
        key,
        name,
        models: models.length,
        groups: groups.length,
      }));
      printRows(deps, options, { rows, empty: 'None.' });
    });

  catalog
    .command('models')
    .description('the models of a make')
    .argument('<brand>', 'key of the make')
    .option('--json', 'print JSON')
    .action((brand: string, options: { json?: boolean }) => {
      if (!findBrand(brand)) throw new CommandError(`No make "${brand}"; "catalog brands" lists the keys.`);
      const rows = [
        ...groupsOf(brand).map(({ key, name, members }) => ({ key, name, group: '', members: members.join(' ') })),
        ...modelsOf(brand).map(({ key, name, group }) => ({ key, name, group: group ?? '', members: '' })),
      ];
      printRows(deps, options, { rows, empty: 'None.' });
    });
}
