import { type Command, Option } from 'commander';
import type { Core } from '#core/context.ts';
import { USER_SORTS, type UserSort } from '#core/contracts/admin-users.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { User } from '#core/users/user.entity.ts';
import { cursorAfterId, type ListedUser, type UserPage, type UserQuery } from '#core/users/user-search.ts';
import { findUser, nameOf, onUser, parseId, parseRole, readUserOnly } from '../arguments.ts';
import { confirm } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { printDetails, printRows, type Shown } from '../output.ts';
import { noteMore, type PageOptions, paged, readPage } from '../paging.ts';
import { addRoleCommands } from './user-roles.ts';

interface ListOptions extends Shown, PageOptions {
  readonly search?: string;
  readonly role?: Role;
  readonly sort: UserSort;
}

interface Named extends Shown {
  readonly telegram?: string;
  readonly yes?: boolean;
}

const EXAMPLES = `
Examples:
  vanags users list --role basic --search ilze
  vanags users show --telegram 5001
  vanags users promote 7 basic
  vanags users promote --telegram 5001 advanced
  vanags users demote 7 user
  vanags users grant-admin --telegram 5001
  vanags users delete 7`;

export function addUserCommands(program: Command, deps: CliDeps): void {
  const users = program.command('users').description('people who use the service').addHelpText('after', EXAMPLES);
  addListCommand(users, deps);
  addShowCommand(users, deps);
  addRoleCommands(users, deps);
  addDeleteCommand(users, deps);
}

function addListCommand(users: Command, deps: CliDeps): void {
  paged(users.command('list').description('list users, the newest last'))
    .option('--search <text>', 'part of the name, or a whole user id or messaging ID')
    .addOption(new Option('--role <role>', 'only this role').choices(ROLES).argParser(parseRole))
    .addOption(new Option('--sort <column>', 'order; "-" turns it round').choices(USER_SORTS).default('id'))
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const query = readQuery(options);
      const page = await withCore(deps, (core) => core.userSearch.page(query));
      const { users: found, total } = page;
      printRows(deps, options, { data: found.map(userFields), rows: found.map(userRow), empty: 'No users.' });
      noteMore(deps, { shown: found.length, total, next: placeAfter(page, options.sort) });
    });
}

/** In the order of ids a place is the id that anybody can read off; in the others it is the cursor. */
function readQuery({ search, role, sort, ...options }: ListOptions): UserQuery {
  const { limit, cursor } = readPage(options);
  return {
    sort,
    limit,
    ...(search === undefined ? {} : { search }),
    ...(role === undefined ? {} : { role }),
    ...(cursor === undefined ? {} : { cursor: sort === 'id' ? cursorAfterId(parseId(cursor, 'a user id')) : cursor }),
  };
}

function placeAfter({ users, nextCursor }: UserPage, sort: UserSort): string | number | null {
  return nextCursor !== null && sort === 'id' ? (users.at(-1)?.id ?? null) : nextCursor;
}

const userFields = (user: Pick<User, 'id' | 'telegramId' | 'firstName' | 'role'>) => ({
  id: user.id,
  telegram_user_id: user.telegramId,
  first_name: user.firstName,
  role: user.role,
});

const userRow = (user: ListedUser) => ({
  ...userFields(user),
  filters: `${user.activeFilters}/${activeFilterLimit(user.role)}`,
});

function addShowCommand(users: Command, deps: CliDeps): void {
  onUser(users.command('show').description('show one user'))
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: Named) => {
      const reference = readUserOnly(id, options.telegram);
      const fields = await withCore(deps, async (core) => describeUser(core, await findUser(core, reference)));
      printDetails(deps, options, { fields });
    });
}

async function describeUser(core: Core, user: User) {
  const [filters, alerts] = await Promise.all([core.filters.list(user.id), core.alerts.state(user.id)]);
  return {
    ...userFields(user),
    language: user.language,
    filters: filters.length,
    active_filters: filters.filter((filter) => filter.active).length,
    limit: activeFilterLimit(user.role),
    paused: alerts.paused,
    reachable: alerts.reachable,
  };
}

function addDeleteCommand(users: Command, deps: CliDeps): void {
  onUser(users.command('delete').description('delete an account and everything that names its user'))
    .option('--yes', 'do not ask')
    .action(async (id: string | undefined, options: Named) => {
      const reference = readUserOnly(id, options.telegram);
      const user = await withCore(deps, async (core) => {
        const found = await findUser(core, reference);
        await confirm(deps, `Delete ${nameOf(found)} and all filters? This cannot be undone.`, options.yes);
        await core.accountDeletion.deleteUser(deps.actor, found.id);
        return found;
      });
      deps.print(`${nameOf(user)} is deleted.`);
    });
}
