import type { Command } from 'commander';
import type { Core } from '#core/context.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { User } from '#core/users/user.entity.ts';
import { findUser, parseId, parseRole, readUser } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { CommandError, json, table, UsageError } from '../output.ts';

interface Named {
  readonly telegram?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
}

const PAGE = 100;

const userRow = (user: User) => ({
  id: user.id,
  telegram_user_id: user.telegramId,
  first_name: user.firstName,
  role: user.role,
});

/** Who was made an administrator before the first visit has no name yet. */
const nameOf = (user: User) => `${user.firstName || 'User'} (${user.id}, messaging ID ${user.telegramId})`;

export function addUserCommands(program: Command, deps: CliDeps): void {
  const users = program.command('users').description('people who use the service');

  users
    .command('list')
    .description('list users, the newest last')
    .option('--search <text>', 'part of the name, or an id')
    .option('--role <role>', 'only this role')
    .option('--limit <count>', 'at most so many', String(PAGE))
    .option('--after <id>', 'users after this id')
    .option('--json', 'print JSON')
    .action(async (options: { search?: string; role?: string; limit: string; after?: string; json?: boolean }) => {
      const query = {
        limit: parseId(options.limit, 'a count'),
        ...(options.search === undefined ? {} : { search: options.search }),
        ...(options.role === undefined ? {} : { role: parseRole(options.role) }),
        ...(options.after === undefined ? {} : { afterId: parseId(options.after, 'a user id') }),
      };
      const rows = await withCore(deps, async (core) => (await core.users.list(query)).map(userRow));
      deps.print(options.json ? json(rows) : table(rows, 'No users.'));
    });

  named(users.command('show').description('one user').option('--json', 'print JSON')).action(
    async (words: string[], options: Named) => {
      const { reference } = readUser(words, options.telegram);
      const shown = await withCore(deps, async (core) => describeUser(core, await findUser(core, reference)));
      deps.print(options.json ? json(shown) : table([shown], ''));
    },
  );

  named(users.command('promote').description('give a higher role: promote <id> <role>')).action(
    async (words: string[], options: Named) => {
      const { reference, role } = readRoleChange(words, options);
      const user = await withCore(deps, async (core) => {
        const found = await findUser(core, reference);
        await core.users.promote(found.id, role);
        return core.users.get(found.id);
      });
      deps.print(`${nameOf(user)} is ${user.role} now.`);
    },
  );

  named(
    users
      .command('demote')
      .description('give a lower role: demote <id> <role>; also takes an administrator’s role away')
      .option('--yes', 'do not ask'),
  ).action(async (words: string[], options: Named) => {
    const { reference, role } = readRoleChange(words, options);
    const user = await withCore(deps, async (core) => {
      const found = await findUser(core, reference);
      if (found.role === 'admin')
        await confirm(deps, `Take the administrator's role from ${nameOf(found)}?`, options.yes);
      await core.users.demote(found.id, role, { byCli: true });
      return core.users.get(found.id);
    });
    deps.print(`${nameOf(user)} is ${user.role} now.`);
  });

  named(users.command('grant-admin').description('make an administrator; with --telegram also of a new user')).action(
    async (words: string[], options: Named) => {
      const { reference } = readUser(words, options.telegram);
      const user = await withCore(deps, async (core) => {
        const telegramId = reference.telegramId ?? (await findUser(core, reference)).telegramId;
        return core.users.grantAdmin(telegramId);
      });
      deps.print(`${nameOf(user)} is an administrator now.`);
    },
  );
}

function named(command: Command): Command {
  return command
    .argument('[words...]', 'the user’s id, and a role where the command takes one')
    .option('--telegram <id>', 'name the user by the messaging ID');
}

function readRoleChange(words: readonly string[], options: Named) {
  const { reference, rest } = readUser(words, options.telegram);
  const [text, ...more] = rest;
  if (text === undefined || more.length > 0) throw new UsageError('Name one role: user, basic or advanced.');
  const role = parseRole(text);
  if (role === 'admin') throw new CommandError('Administrators are made by: users grant-admin.');
  return { reference, role };
}

async function describeUser(core: Core, user: User) {
  const [filters, alerts] = await Promise.all([core.filters.list(user.id), core.alerts.state(user.id)]);
  return {
    ...userRow(user),
    language: user.language,
    filters: filters.length,
    active_filters: filters.filter((filter) => filter.active).length,
    limit: activeFilterLimit(user.role),
    paused: alerts.paused,
    reachable: alerts.reachable,
  };
}
