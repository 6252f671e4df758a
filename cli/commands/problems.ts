import type { Command } from 'commander';
import { parseId } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printDetails, printRows, type Shown } from '../output.ts';
import { noteMore, type PageOptions, paged, readPage } from '../paging.ts';
import { plainLine, startOf } from '../plain-text.ts';

interface ListOptions extends Shown, PageOptions {
  readonly search?: string;
}

interface Problem {
  readonly id: number;
  readonly firstName: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** How much of a text a question quotes. */
const QUOTED_CHARACTERS = 60;

export function addProblemCommands(program: Command, deps: CliDeps): void {
  const problems = program.command('problems').description('what users report as not working');
  addListCommand(problems, deps);
  addShowCommand(problems, deps);
  addDeleteCommand(problems, deps);
}

function addListCommand(problems: Command, deps: CliDeps): void {
  paged(problems.command('list').description('list reports, the newest first'))
    .option('--search <text>', 'part of the name or of the text')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { search } = options;
      const query = { ...readPage(options), ...(search === undefined ? {} : { search }) };
      const page = await withCore(deps, (core) => core.problems.list(query));
      const rows = page.problems.map(problemFields);
      printRows(deps, options, { rows, empty: 'No reported problems.' });
      noteMore(deps, { shown: rows.length, total: page.total, next: page.nextCursor });
    });
}

const problemFields = ({ id, firstName, text, createdAt }: Problem) => ({
  id,
  first_name: firstName,
  problem_description: text,
  created_at: createdAt.toISOString(),
});

function addShowCommand(problems: Command, deps: CliDeps): void {
  problems
    .command('show')
    .description('show a report with its whole text')
    .argument('<id>', 'the report’s id')
    .option('--json', 'print JSON')
    .action(async (text: string, options: Shown) => {
      const id = parseId(text, 'the id of a report');
      const data = problemFields(await withCore(deps, (core) => core.problems.get(id)));
      const { problem_description: description, ...fields } = data;
      printDetails(deps, options, { data, fields, text: description });
    });
}

function addDeleteCommand(problems: Command, deps: CliDeps): void {
  problems
    .command('delete')
    .description('delete a report that is dealt with')
    .argument('<id>', 'the report’s id')
    .option('--yes', 'do not ask')
    .action(async (text: string, options: { yes?: boolean }) => {
      const id = parseId(text, 'the id of a report');
      await withCore(deps, async (core) => {
        const problem = await core.problems.get(id);
        const by = plainLine(problem.firstName) || 'somebody whose account is gone';
        const question = `Delete report ${id} of ${by}, “${startOf(problem.text, QUOTED_CHARACTERS)}”?`;
        await confirm(deps, question, options.yes);
        await core.problems.remove(deps.actor, id);
      });
      deps.print(`Report ${id} is deleted.`);
    });
}
