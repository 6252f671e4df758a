import type { Command } from 'commander';
import type { AuditLine } from '#core/audit/audit-log.ts';
import { parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printRows, type Shown } from '../output.ts';
import { limited, parseLimit } from '../paging.ts';

interface ListOptions extends Shown {
  readonly limit: string;
  readonly before?: string;
  readonly user?: string;
}

export function addAuditCommands(program: Command, deps: CliDeps): void {
  const audit = program.command('audit').description('who did what as an administrator');

  limited(audit.command('list').description('list deeds and log-ins of administrators, the newest first'))
    .option('--user <id>', 'only what concerned this user, also one whose account is gone')
    .option('--before <id>', 'only lines before this one')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const query = readQuery(options);
      // One line more than is shown tells whether there are more.
      const lines = await withCore(deps, (core) => core.auditLog.list({ ...query, limit: query.limit + 1 }));
      const rows = lines.slice(0, query.limit).map(auditRow);
      printRows(deps, options, { rows, empty: 'Nothing was done.' });
      if (lines.length > rows.length) deps.printError(`There is more; go on with --before ${rows.at(-1)?.id}`);
    });
}

function readQuery({ limit, before, user }: ListOptions) {
  return {
    limit: parseLimit(limit),
    ...(before === undefined ? {} : { beforeId: parseId(before, 'the id of a line') }),
    ...(user === undefined ? {} : { userId: parseId(user, 'a user id') }),
  };
}

const auditRow = ({ at, ...line }: AuditLine) => ({
  id: line.id,
  at: at.toISOString(),
  actor: line.actor,
  action: line.action,
  way: line.way,
  ip: line.ip,
});
