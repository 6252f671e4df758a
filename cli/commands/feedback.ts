import type { Command } from 'commander';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows, type Shown } from '../output.ts';
import { noteMore, type PageOptions, paged, readPage } from '../paging.ts';

interface ListOptions extends Shown, PageOptions {
  readonly search?: string;
}

export function addFeedbackCommands(program: Command, deps: CliDeps): void {
  const feedback = program.command('feedback').description('what users think of the product');

  paged(feedback.command('list').description('list ratings and comments, the newest first'))
    .option('--search <text>', 'part of the name or of the comment')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { search } = options;
      const query = { ...readPage(options), ...(search === undefined ? {} : { search }) };
      const page = await withCore(deps, (core) => core.feedback.list(query));
      const rows = page.feedback.map(({ id, firstName, rating, email, comment, createdAt }) => ({
        id,
        first_name: firstName,
        rating,
        email,
        comment,
        created_at: createdAt.toISOString(),
      }));
      printRows(deps, options, { rows, empty: 'No feedback.' });
      if (page.averageRating !== null) deps.printError(`Mean of all ratings: ${page.averageRating.toFixed(2)}`);
      noteMore(deps, { shown: rows.length, total: page.total, next: page.nextCursor });
    });
}
