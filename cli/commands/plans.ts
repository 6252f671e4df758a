import { Argument, type Command } from 'commander';
import { PLANS, type Plan } from '#core/contracts/plans.ts';
import type { OpenRequest } from '#core/plans/open-requests.ts';
import { nameOf, parseId } from '../arguments.ts';
import { confirmIfAttended } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows, type Shown } from '../output.ts';
import { noteMore, type PageOptions, paged, readPage } from '../paging.ts';

interface AnswerOptions {
  readonly yes?: boolean;
}

export function addPlanCommands(program: Command, deps: CliDeps): void {
  const plans = program.command('plans').description('plans that users ask for');
  addListCommand(plans, deps);
  addGrantCommand(plans, deps);
  addDeclineCommand(plans, deps);
}

function addListCommand(plans: Command, deps: CliDeps): void {
  paged(plans.command('list').description('list requests that wait for an answer, the oldest first'))
    .option('--json', 'print JSON')
    .action(async (options: Shown & PageOptions) => {
      const page = await withCore(deps, (core) => core.planRequests.open(readPage(options)));
      const rows = page.requests.map(requestRow);
      printRows(deps, options, { rows, empty: 'Nobody waits for a plan.' });
      noteMore(deps, { shown: rows.length, total: page.total, next: page.nextCursor });
    });
}

const requestRow = ({ id, plan, createdAt, user }: OpenRequest) => ({
  id,
  plan,
  user_id: user.id,
  telegram_user_id: user.telegramId,
  first_name: user.firstName,
  role: user.role,
  created_at: createdAt.toISOString(),
});

function addGrantCommand(plans: Command, deps: CliDeps): void {
  plans
    .command('grant')
    .description('give the plan that was asked for, or another one')
    .argument('<id>', 'the request’s id')
    .addArgument(new Argument('[plan]', 'instead of the one asked for').choices(PLANS))
    .option('--yes', 'do not ask')
    .action(async (text: string, plan: Plan | undefined, options: AnswerOptions) => {
      const id = parseId(text, 'the id of a request');
      const { request, plan: given } = await withCore(deps, async (core) => {
        const { user, plan: wanted } = await core.planRequests.get(id);
        await confirmIfAttended(deps, `Give ${nameOf(user)} the plan ${plan ?? wanted}?`, options.yes);
        return core.planRequests.grant(deps.actor, id, plan);
      });
      deps.print(`${nameOf(request.user)} has the plan ${given} now.`);
    });
}

function addDeclineCommand(plans: Command, deps: CliDeps): void {
  plans
    .command('decline')
    .description('refuse a request; the user is told')
    .argument('<id>', 'the request’s id')
    .option('--yes', 'do not ask')
    .action(async (text: string, options: AnswerOptions) => {
      const id = parseId(text, 'the id of a request');
      const { user, plan } = await withCore(deps, async (core) => {
        const { user: asking, plan: wanted } = await core.planRequests.get(id);
        await confirmIfAttended(deps, `Refuse ${nameOf(asking)} the plan ${wanted}?`, options.yes);
        return core.planRequests.decline(deps.actor, id);
      });
      deps.print(`${nameOf(user)} does not get the plan ${plan}, and is told.`);
    });
}
